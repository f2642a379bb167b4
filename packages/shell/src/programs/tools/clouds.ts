/** The tools of the clouds: groups, then a verb; of the verbs those that list and describe change nothing. */
import { type OptionTable, optionTable, splitArguments } from "../../uses/options.ts";
import { onlyReads, type Program, type Word } from "../../uses/program.ts";

interface Cloud {
  name: string;
  /** Options that may stand in front of the groups. */
  before: OptionTable;
  /** Words that name a kind of thing and never do anything themselves; null = any one word. */
  groups: ReadonlySet<string> | null;
  asks(verb: string, groups: readonly string[]): boolean;
  /** Options that name a file to write, or where further options are read from. */
  refused: RegExp;
  /** Uses that stand alone. */
  tells: readonly string[];
}

const plainGetters = new Set(
  `iam sts ec2 logs cloudwatch ssm secretsmanager dynamodb ecr ecs eks rds route53 cloudformation kms sns sqs acm organizations ce events
  elbv2 autoscaling budgets cloudfront codecommit codebuild codepipeline cognito-idp`.split(/\s+/),
);
const awsAsks = new Set(
  `s3 ls;configure list;configure get;configure list-profiles;dynamodb query;dynamodb scan;dynamodb batch-get-item;logs filter-log-events
  ;cloudtrail lookup-events`
    .split(";")
    .map((use) => use.trim()),
);

const aws: Cloud = {
  name: "aws",
  before: optionTable(
    `profile: region: output: query: endpoint-url: color: ca-bundle: cli-read-timeout: cli-connect-timeout: cli-binary-format: no-cli-pager no-paginate
    no-verify-ssl no-sign-request debug`,
  ),
  groups: null,
  refused: /^--(?:cli-auto-prompt|outfile)/,
  tells: ["help", "--version", "--help"],
  asks(verb, [service = ""]) {
    if (awsAsks.has(`${service} ${verb}`)) return true;
    if (["s3", "configure"].includes(service)) return false;
    // Elsewhere `get-…` may write what it got into a file that is named last.
    return /^(?:describe|list)-[a-z0-9-]+$/.test(verb) || (/^get-[a-z0-9-]+$/.test(verb) && plainGetters.has(service));
  },
};

const gcloud: Cloud = {
  name: "gcloud",
  before: optionTable("q|quiet project: account: configuration: format: verbosity: billing-project: log-http"),
  groups: new Set(
    `alpha beta compute instances disks images snapshots networks subnets firewall-rules addresses zones regions machine-types instance-groups managed
    instance-templates forwarding-rules backend-services health-checks url-maps routers routes ssl-certificates project-info container clusters
    node-pools operations projects organizations folders iam service-accounts roles keys services functions run revisions jobs app versions sql
    databases users backups storage buckets objects pubsub topics subscriptions logging logs sinks metrics monitoring dashboards policies dns
    managed-zones record-sets kms keyrings secrets artifacts repositories packages docker builds triggers dataflow dataproc bigtable spanner redis
    scheduler tasks queues endpoints config configurations auth components billing accounts firestore indexes composer environments`.split(
      /\s+/,
    ),
  ),
  refused: /^--(?:flags-file|.*(?:file|output|destination|path))/,
  tells: ["info", "version", "help", "--version", "--help"],
  asks: (verb, [group]) =>
    group !== undefined &&
    (["list", "describe", "get-iam-policy", "list-tags"].includes(verb) ||
      (group === "config" && /^get(?:-value)?$/.test(verb))),
};

const az: Cloud = {
  name: "az",
  before: optionTable("o|output: query: subscription: debug verbose only-show-errors"),
  groups: new Set(
    `vm group account storage container blob share queue table network vnet subnet nsg rule public-ip nic lb private-endpoint dns zone record-set aks nodepool
    acr repository webapp functionapp appservice plan keyvault secret key certificate sql server db cosmosdb database monitor metrics activity-log
    alert log-analytics workspace role assignment definition ad user app sp resource deployment disk snapshot image vmss redis servicebus namespace
    topic subscription eventhubs eventhub iot hub device-identity cdn profile endpoint devops project team pipelines runs build release repos pr policy
    boards work-item iteration area identity provider tag feature extension cloud lock containerapp revision env apim batch postgres mysql
    flexible-server config appsettings`.split(/\s+/),
  ),
  refused: /^--(?:.*(?:file|path|destination)|parameters|template)/,
  tells: ["version", "--version", "--help"],
  asks: (verb, groups) => groups.length > 0 && /^(?:list|show)(?:-[a-z0-9-]+)?$/.test(verb),
};

function cloud(row: Cloud): Program {
  return {
    names: [row.name],
    use(args) {
      const words = args.flatMap(({ text, glob }) => (text === null || glob ? [] : [text]));
      if (words.length < args.length) return undefined;
      if (row.tells.includes(words.join(" "))) return onlyReads([]);
      const split = splitArguments(row.before, args, { operandsEndOptions: true });
      const rest = split?.operands.flatMap(({ text }) => text ?? []) ?? [];
      const at = row.groups === null ? 1 : rest.findIndex((word) => !row.groups?.has(word));
      const isAsking =
        at > 0 && at < 6 && row.asks(rest[at] ?? "", rest.slice(0, at)) && /^[a-z][a-z0-9-]*$/.test(rest[0] ?? "");
      return isAsking && !rest.some((word) => row.refused.test(word)) ? onlyReads([]) : undefined;
    },
  };
}

/** Only what is kept beside the code, and nothing that starts a provider. */
const terraformShows = new Set(
  "version;output;state list;state pull;workspace list;workspace show;-version;--version;-help;--help".split(";"),
);

const terraform: Program = {
  names: ["terraform", "tofu"],
  use(args) {
    const texts = args.map(({ text }: Word) => text);
    if (texts.includes(null)) return undefined;
    if (terraformShows.has(texts.join(" "))) return onlyReads([]);
    const isHarmless = (text: string): boolean => /^--?(?:json|raw|no-color|id=.*)$/.test(text);
    const words = texts.flatMap((text) => (text === null || isHarmless(text) ? [] : [text]));
    const [first = "", second] = words;
    if (words.some((word) => word.startsWith("-"))) return undefined;
    const names = first === "output" ? words.slice(1) : words.slice(2);
    const isShown =
      terraformShows.has(first) && first !== "version" ? true : terraformShows.has(`${first} ${second ?? ""}`.trim());
    return isShown && names.length < 2 ? onlyReads([]) : undefined;
  },
};

export const cloudPrograms: readonly Program[] = [cloud(aws), cloud(gcloud), cloud(az), terraform];
