/** What software teams talk about: one line per idea, its English and German words. The first word names the idea. */
export const things = `
database db postgres mysql sql datenbank datenbanken
schema ddl datenbankschema
table tabelle
row record entry zeile datensatz eintrag
query abfrage
index indexes indices
user account member benutzer nutzer konto anwender benutzerkonto nutzerkonto
customer client kunde kunden
signup registration register registrieren registrierung anmeldung
login signin logon authentication auth authenticate einloggen authentifizierung anmelden
password passwort kennwort
permission role access authorization rights berechtigung rolle zugriff rechte
secret credential credentials token geheimnis zugangsdaten
key keys schlussel
certificate cert tls ssl zertifikat
billing abrechnung
invoice bill rechnung
payment pay charge charged debit zahlung bezahlung zahlungen abgebucht
order bestellung
price pricing preis
subscription abo abonnement
test tests testing spec testfall
unit modultest
regression regressionstest
coverage abdeckung testabdeckung
flaky unstable intermittent sometimes occasionally manchmal gelegentlich wackelig flackernd
integration
performance speed latency slow geschwindigkeit langsam leistung
load traffic stress last belastung
memory ram speicher
cache caching zwischenspeicher
queue warteschlange
job task cronjob auftrag aufgabe
log logs logging protokoll logdatei protokolle
metric metrics kennzahl metrik kennzahlen
alert alarm alerting warnung
incident outage downtime storung ausfall vorfall
postmortem retrospective nachbetrachtung
dashboard ubersichtsseite
report bericht auswertung
documentation docs doc doku dokumentation
changelog history anderungsprotokoll anderungsliste
readme
guide tutorial howto handbuch anleitung leitfaden
api endpoint rest schnittstelle endpunkt
webhook callback
request anfrage
error exception failure bug fault broken fehler ausnahme defekt kaputt
crash absturz absturze
warning hinweis
code source quellcode quelltext
function method funktion methode
class klasse
variable
file datei dateien
folder directory ordner verzeichnis
branch zweig
commit commits committen
pr pull mr
tag etikett
version
dependency dependencies package packages library libraries deps abhangigkeit abhangigkeiten paket pakete bibliothek
vulnerability vulnerabilities cve security insecure schwachstelle sicherheit sicherheitslucke sicherheitslucken lucke lucken
license lizenz
configuration config configure settings setting konfiguration einstellung einstellungen konfigurieren
environment umgebung
production prod produktion produktiv produktivsystem
nonproduction nonprod
staging stage
development dev entwicklung
feature funktionalitat
flag toggle schalter
server service services dienst dienste
container docker image images abbild
cluster kubernetes k8s
cloud
network netzwerk
dns domain domane
page seite website webseite
frontend ui oberflache
backend
mobile handy
email mail mails
notification benachrichtigung
team mannschaft
developer engineer colleague newcomer joiner hire entwickler entwicklerin kollege kollegin kollegen
style styleguide stil
naming name names benennung namen
convention guideline standard standards konvention richtlinie
architecture design architektur entwurf
decision adr entscheidung
privacy gdpr dsgvo datenschutz
data daten
backup sicherung datensicherung
pipeline ci workflow
script skript
monitoring uberwachung
translation ubersetzung ubersetzungen
accessibility a11y barrierefreiheit
screenshot bildschirmfoto
address adresse
currency wahrung
tax steuer mehrwertsteuer umsatzsteuer vat
type types typing typescript typen typisierung
nightly nachtlich
full complete entire komplett vollstandig gesamt
migration migrations schemamigration
column columns field spalte spalten
copy clone kopie
rule rules policy regel regeln vorschrift
missing absent fehlend fehlende fehlen
failed fails failing fehlgeschlagen fehlgeschlagene schlagt
number numbers nummer nummern
level stufe
laptop computer machine maschine rechner
browser
money geld
phone telefon telefonnummer
text texts string strings texte
language languages sprache sprachen
message nachricht nachrichten
country land lander
button knopf schaltflache
form formular
line lines zeilen
list liste
time zeit dauer duration
download herunterladen
upload hochladen
storage ablage
template vorlage
preview vorschau
contrast kontrast
keyboard tastatur
cookie cookies
session sitzung sitzungen
logout abmelden abmeldung
personal personenbezogen personenbezogene personlich personliche
breaking inkompatibel
rounding round runden rundung gerundet
gap gaps lucke luckenlos
component komponente komponenten
label beschriftung
fixture fixtures testdaten
outdated stale obsolete veraltet
newest latest recent current aktuell neueste letzte letzten
inbox postfach
inquiry request auskunft anfrage
patch changeset diff anderung anderungen
feedback comment comments kommentar kommentare anmerkung ruckmeldung
problem problems issue issues trouble probleme
`;
