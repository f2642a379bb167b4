/** What people ask to have done: one line per idea, its English and German words. The first word names the idea. */

/** Said of nearly everything, so they tell little. */
export const commonActions = `
run execute start launch invoke trigger kick perform ausfuhren starten laufen durchlaufen lauf anstossen durchfuhren fuhre ran
create add insert generate scaffold bootstrap anlegen erstellen erzeugen hinzufugen einfugen generieren anlage lege leg fuge stelle
delete remove drop erase purge wipe clear clean cleanup prune empty flush loschen entfernen aufraumen bereinigen leeren raume
show list display view print fetch lookup find search zeigen anzeigen auflisten ansehen suchen finden nachsehen found
explain describe understand teach learn erklaren beschreiben verstehen lernen
fix repair solve resolve debug troubleshoot beheben reparieren losen korrigieren fehlersuche
check verify validate ensure prufen uberprufen validieren verifizieren kontrollieren checken prufe prufung prufungen
write author draft compose schreiben verfassen formulieren entwerfen wrote written
update change modify edit adjust set andern aktualisieren anpassen bearbeiten verandern setzen
`;

export const actions = `
review inspect audit critique begutachten durchsehen reviewen durchsicht
upgrade bump update raise aktualisieren hochziehen anheben heben
rename umbenennen
refactor restructure rewrite simplify refaktorieren umbauen umschreiben vereinfachen
deploy deployment rollout ship ausrollen deployen ausliefern bereitstellen aufspielen rolle roll
release veroffentlichen freigeben
publish veroffentlichen
rollback revert undo zuruckrollen rollback ruckgangig zurucksetzen zurucknehmen rolled
restore recover wiederherstellen zuruckspielen wiederherstellung
backup dump snapshot sichern sicherung
export exportieren ausgeben
import load ingest importieren einlesen laden einspielen spiel spiele
seed populate fill befullen fullen
send email notify dispatch message senden schicken versenden benachrichtigen verschicken sent
rotate renew rotieren erneuern austauschen wechseln
translate localise localize translation ubersetzen ubersetzung lokalisieren
install setup einrichten aufsetzen installieren installation
build compile bundle bauen kompilieren ubersetzen built
measure benchmark profile messen
reset unlock zurucksetzen entsperren
disable deactivate suspend block turn deaktivieren sperren abschalten ausschalten schalte
enable activate turn aktivieren einschalten anschalten freischalten schalte
toggle flip switch turn umschalten schalten schalte
merge combine zusammenfuhren mergen
compare diff vergleichen
convert transform umwandeln konvertieren
calculate compute count berechnen ausrechnen zahlen
summarize summarise recap zusammenfassen zusammenfassung
plan planen
scan durchsuchen scannen
format formatieren
lint linten
reproduce nachstellen reproduzieren
monitor watch observe uberwachen beobachten
scale resize skalieren
sync synchronise synchronize abgleichen synchronisieren
migrate migration migrieren
close shut quit schliessen beenden
expire expires expired ablaufen abgelaufen ablauft
leak leaked compromise compromised exposed geleakt
hang stuck hanging blockiert hangt hangen
invite einladen
refund reimburse erstatten zuruckzahlen ruckerstattung erstattung
cancel abort stornieren abbrechen kundigen
onboard einarbeiten einarbeitung
rebase
triage sichten
investigate analyse analyze diagnose untersuchen analysieren
attempt rehearse rehearsal ausprobieren probieren testweise
store keep retain save aufbewahren speichern aufheben aufbewahrung kept
retry repeat again requeue wiederholen erneut
decide approve decision entscheiden entscheidet genehmigen freigabe
`;
