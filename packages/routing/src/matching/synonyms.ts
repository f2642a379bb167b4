/**
 * Brings words of one idea together, across two languages: `Datenbank`, `database` and `db` have one term. Folded as
 * `words.ts` folds them; commas part the ideas, and the first word names one. Forms of a word are the stemmer's work.
 */
import { stem } from "./stem.ts";

/** Said of nearly everything, so they tell little. */
const commonActions = `
run execute start launch invoke trigger kick perform ausfuhren laufen durchlaufen anstossen durchfuhren fuhre ran,
create add insert generate anlegen erstellen erzeugen hinzufugen einfugen generieren lege leg fuge stelle,
delete remove drop erase purge wipe clear clean cleanup empty flush loschen entfernen aufraumen bereinigen leeren raume,
show list display view print fetch lookup find search zeigen anzeigen auflisten ansehen suchen nachsehen found,
explain describe understand teach learn erklaren beschreiben verstehen lernen,
fix repair solve resolve debug beheben reparieren losen korrigieren fehlersuche,
check verify validate ensure prufen prufe uberprufen validieren verifizieren kontrollieren,
write author draft compose schreiben verfassen formulieren entwerfen wrote,
update change modify edit adjust set andern aktualisieren anpassen bearbeiten verandern setzen`;

const actions = `
review inspect audit begutachten durchsehen durchsicht, upgrade bump update aktualisieren hochziehen anheben heben,
rename umbenennen, refactor restructure rewrite simplify umbauen umschreiben vereinfachen, release veroffentlichen freigeben,
deploy rollout ship ausrollen ausliefern bereitstellen aufspielen rolle roll, publish veroffentlichen,
rollback revert undo zuruckrollen ruckgangig zurucksetzen zurucknehmen rolled, restore recover wiederherstellen zuruckspielen,
backup dump snapshot sichern sicherung, export exportieren ausgeben, import load importieren einlesen laden einspielen spiel,
seed populate fill befullen fullen, send email notify message senden schicken versenden benachrichtigen verschicken sent,
rotate renew rotieren erneuern austauschen wechseln, translate localise ubersetzen lokalisieren,
install setup einrichten aufsetzen installieren, build compile bundle bauen kompilieren built, measure benchmark messen,
reset unlock zurucksetzen entsperren, merge combine zusammenfuhren, compare diff vergleichen, convert transform umwandeln,
disable deactivate suspend block turn deaktivieren sperren abschalten ausschalten schalte,
enable activate turn aktivieren einschalten anschalten freischalten schalte, toggle flip switch turn umschalten schalten,
calculate compute count berechnen ausrechnen zahlen, summarize recap zusammenfassen, scan durchsuchen,
monitor watch observe uberwachen beobachten, scale resize skalieren, sync synchronise abgleichen synchronisieren,
migrate migrieren, close shut quit schliessen beenden, expire ablaufen, leak compromise exposed geleakt,
hang stuck blockiert hangt, invite einladen, refund reimburse erstatten zuruckzahlen ruckerstattung,
cancel abort stornieren abbrechen kundigen, onboard einarbeiten, investigate analyse analyze diagnose untersuchen,
attempt rehearse rehearsal ausprobieren probieren testweise, store keep retain save aufbewahren speichern aufheben kept,
retry repeat again requeue wiederholen erneut, decide approve decision entscheiden genehmigen freigabe`;

const things = `
database db postgres mysql sql datenbank, schema ddl, table tabelle, row record entry zeile datensatz eintrag, query abfrage,
user account member benutzer nutzer konto anwender, customer client kunde, password passwort kennwort, data daten,
signup registration register registrieren anmeldung, login signin logon authentication auth einloggen anmelden,
permission role access authorization rights berechtigung rolle zugriff rechte, secret credential token zugangsdaten,
key schlussel, certificate cert tls ssl zertifikat, billing abrechnung, invoice bill rechnung, order bestellung, price preis,
payment pay charge debit zahlung bezahlung abgebucht, subscription abo abonnement, money geld, tax steuer mehrwertsteuer vat,
test tests spec, unit modultest, regression, coverage abdeckung, fixture testdaten, number nummer, rounding runden gerundet,
flaky unstable intermittent sometimes occasionally manchmal gelegentlich, performance speed latency slow langsam,
load traffic stress last belastung, cache zwischenspeicher, queue warteschlange, job task auftrag aufgabe,
log protokoll, metric kennzahl metrik, alert alarm warnung, incident outage downtime storung ausfall vorfall,
postmortem retrospective, report bericht auswertung, documentation docs doku dokumentation, changelog history,
guide tutorial howto handbuch anleitung, api endpoint rest schnittstelle endpunkt, request anfrage, inquiry request auskunft,
error exception failure bug fault broken fehler ausnahme defekt kaputt, code source quellcode, file datei,
folder directory ordner verzeichnis, branch zweig, pr pull mr, dependency package library deps abhangigkeit paket bibliothek,
vulnerability cve security insecure schwachstelle sicherheit lucke, license lizenz, environment umgebung, feature,
configuration config configure settings konfiguration einstellung, production prod produktion produktiv produktivsystem,
nonproduction nonprod, development dev entwicklung, flag toggle schalter, server service dienst, container docker image,
page seite website webseite, frontend ui oberflache, email mail, notification benachrichtigung, style stil,
developer engineer colleague newcomer joiner entwickler kollege, naming name benennung namen, decision adr entscheidung,
convention guideline standard konvention richtlinie, architecture design architektur, privacy gdpr dsgvo datenschutz,
backup sicherung, pipeline ci, script skript, monitoring uberwachung, translation ubersetzung, accessibility barrierefreiheit,
type types typescript typen, full complete entire komplett vollstandig gesamt, migration, column field spalte, copy clone kopie,
rule rules policy regel vorschrift, missing absent fehlend fehlende, failed fehlgeschlagen schlagt, level stufe,
laptop computer machine maschine, text string, language sprache, message nachricht, template vorlage, preview vorschau,
session sitzung, logout abmelden, personal personenbezogen personlich, gap lucke luckenlos, line lines zeilen,
component komponente, label beschriftung, outdated stale obsolete veraltet, inbox postfach, keyboard tastatur, country land,
newest latest recent current aktuell neueste letzte, patch changeset diff anderung, problem issue trouble,
feedback comment comments kommentar anmerkung ruckmeldung, time zeit dauer duration, button knopf, form formular`;

type Kind = "thing" | "action" | "common action";
const shares: Record<Kind, number> = { thing: 1, action: 0.75, "common action": 0.4 };
const kinds = new Map<string, Kind>();
const byWord = new Map<string, string[]>();
const byStem = new Map<string, string[]>();

function learn(text: string, kind: Kind): void {
  for (const group of text.trim().split(/,\s*/)) {
    const words = group.split(" ");
    const term = kind === "thing" ? words[0]! : `to ${words[0]}`;
    kinds.set(term, kind);
    for (const word of words) {
      byWord.set(word, [...(byWord.get(word) ?? []), term]);
      byStem.set(stem(word), [...new Set([...(byStem.get(stem(word)) ?? []), term])]);
    }
  }
}
learn(commonActions, "common action");
learn(actions, "action");
learn(things, "thing");

/** What a word is found by: its ideas, else its stem. The word as written comes first: `product` is not `production`. */
export function termsOf(word: string): readonly string[] {
  return byWord.get(word) ?? byStem.get(stem(word)) ?? [stem(word)];
}

export function isInList(word: string): boolean {
  return byWord.has(word) || byStem.has(stem(word));
}

/** It says what to do and not with what. */
export function isAction(term: string): boolean {
  return term.startsWith("to ");
}

/** How much a word with these terms tells, 0 to 1. */
export function shareOf(terms: readonly string[]): number {
  return Math.max(...terms.map((term) => shares[kinds.get(term) ?? "thing"]));
}
