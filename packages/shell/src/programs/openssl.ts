/** `openssl`: the files it writes stand in its options. */
import { onlyReads, type Program, type UseEffect, type Word } from "../uses/program.ts";
import { useOf, written } from "../uses/use-of.ts";

const subcommands = new Set(
  `genrsa rsa req x509 rand dgst enc pkcs12 pkcs8 pkcs7 genpkey pkey pkeyutl ec ecparam dhparam dsa dsaparam gendsa crl verify asn1parse
  passwd prime version ciphers list md5 sha1 sha256 sha384 sha512 base64 crl2pkcs7 errstr kdf nseq ts spkac`.split(
    /\s+/,
  ),
);
const writing = new Set(["-out", "-keyout", "-writerand"]);
const valued = new Set(
  `-in -inform -outform -keyform -newkey -subj -days -key -CA -CAkey -CAfile -CApath -addext -extensions -reqexts -extfile -set_serial
  -passin -passout -pass -k -kfile -K -iv -S -md -iter -algorithm -pkeyopt -name -inkey -certfile -caname -sign -verify
  -signature -prverify -hmac -mac -macopt -sigopt -curves -paramfile -untrusted -trusted -purpose -nameopt -certopt -bits -cipher
  -offset -length -strparse -checkhost -checkemail -checkip -checkend -multi -not_before -not_after -conv_form
  -param_enc -CRLfile -peerkey -primes`.split(/\s+/),
);
const flags = new Set(
  `-x509 -new -nodes -noenc -text -noout -pubout -pubin -pubkey -modulus -subject -issuer -dates -startdate -enddate -fingerprint -serial -hash -check
  -verify_depth -batch -utf8 -sha1 -sha224 -sha256 -sha384 -sha512 -md5 -aes128 -aes192 -aes256 -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-256-gcm
  -aes-256-ctr -des3 -des-ede3-cbc -base64 -a -A -d -e -salt -nosalt -pbkdf2 -p -P -hex -binary -r -c -export -nokeys -nocerts -clcerts -cacerts -info
  -topk8 -nocrypt -traditional -genkey -list_curves -req -email -ocsp_uri -decrypt -encrypt -derive
  -rev -print_certs -v -V -s -tls1_2 -tls1_3 -stdname -1 -5 -6 -apr1 -stdin -quiet -verbose -generate -safe -issuer_checks -partial_chain
  -dsaparam -2 -3 -4 -F4 -param -nopad -noiv -legacy -digest-commands -cipher-commands`.split(/\s+/),
);

/** Their operands are no files. */
const onlyText = new Set("rand passwd prime genrsa version ciphers list errstr".split(" "));

/** Their value is a file or, with the name of a scheme in front, a key that a library finds. */
const files = new Set(
  `-in -key -CA -CAkey -CAfile -CApath -extfile -kfile -inkey -certfile -sign -prverify -signature -paramfile -untrusted -trusted
  -CRLfile -peerkey`.split(/\s+/),
);
const passwords = new Set("-passin -passout -pass".split(" "));
/** `name:value` in these names no place. */
const settings = new Set("-pkeyopt -sigopt -macopt -curves -cipher -addext -nameopt -certopt".split(" "));

/** `org.openssl.engine:LIBRARY:KEY` loads the library, and what another scheme loads is not known. */
export function namesScheme(value: string): boolean {
  return /^[A-Za-z][\w.+-]*:/.test(value);
}

/** Undefined: what it loads is not known. */
function readByValue(subcommand: string, option: string, value: string): UseEffect[] | undefined {
  if (passwords.has(option)) {
    if (!/^(?:pass|env|file|fd):/.test(value)) return namesScheme(value) ? undefined : [];
    return value.startsWith("file:") ? [{ does: "read", path: value.slice("file:".length) }] : [];
  }
  if (settings.has(option) || (option === "-newkey" && /^(?:rsa|dsa):[0-9]+$/.test(value))) return [];
  if (namesScheme(value)) return undefined;
  const isFile = files.has(option) || (option === "-verify" && subcommand !== "req");
  return isFile && value !== "-" ? [{ does: "read", path: value }] : [];
}

export const openssl: Program = {
  names: ["openssl"],
  use(args) {
    const [subcommand, ...rest] = args;
    if (subcommand?.text == null || !subcommands.has(subcommand.text)) return undefined;
    const effects: UseEffect[] = [];
    for (let at = 0; at < rest.length; at += 1) {
      const { text } = rest[at] as Word;
      if (text === null) return undefined;
      if (!text.startsWith("-") || text === "-") {
        if (subcommand.text !== "ciphers" && namesScheme(text)) return undefined;
        if (text !== "-" && !onlyText.has(subcommand.text)) effects.push({ does: "read", path: text });
        continue;
      }
      const value = rest[at + 1];
      if (writing.has(text)) {
        if (!value) return undefined;
        effects.push(...written(value, "create_or_replace"));
        at += 1;
      } else if (takesValue(subcommand.text, text)) {
        // An option that nobody looked at must not pass as a value.
        if (value?.text == null || value.text.startsWith("-")) return undefined;
        const read = readByValue(subcommand.text, text, value.text);
        if (!read) return undefined;
        effects.push(...read);
        at += 1;
      } else if (!flags.has(text)) return undefined;
    }
    const has = (option: string) => rest.some(({ text }) => text === option);
    // A new key goes into a file of that name where none is given.
    const isNew = has("-new") || ((has("-x509") || has("-CA")) && !has("-in"));
    const makesKey = subcommand.text === "req" && (has("-newkey") || (isNew && !has("-key")));
    if (makesKey && !has("-keyout")) effects.push(...written("privkey.pem", "create_or_replace"));
    // The next serial number is kept beside the authority's file.
    if (subcommand.text === "x509" && has("-CA") && !has("-set_serial")) return undefined;
    return effects.length === 0 ? onlyReads([]) : useOf(effects);
  },
};

/** `-salt` and `-verify` mean different things to different subcommands. */
function takesValue(subcommand: string, option: string): boolean {
  if (subcommand === "req" && option === "-verify") return false;
  if (option === "-salt" && subcommand === "passwd") return true;
  return valued.has(option);
}
