/** Words that say nothing about what is wanted, in English and German, folded as `words.ts` folds them. */

const english = `a about above after again all also always am an and any anybody anyone anything are around as at back be
because been before being below between both but by came can cannot cant come could couldn did didn do does doesn doing don
done down during each either else even ever every everything few first for from further get gets getting give given go goes
going gonna good got had hadn has hasn have haven having he hello help her here hers hey hi him himself his how however i if
im in into is isn it its itself ive just kind kindly know last least let lets like look looking lot made make makes making
many may maybe me might mine more most much must my myself need needed needs never new next no nor not now of off oh ok okay
old on once one only onto or other others our ours out over own per perhaps please pls possible put quick quickly quite
rather real really right said same say says see seem seems shall she should shouldn since so some somebody someone something
soon still stuff such sure take taken takes taking tell than thank thanks that the their theirs them themselves then there
these they thing things think this those though through thus time times to today together tomorrow tonight too toward try
trying under until up upon us use used uses using usually very via wanna want wanted wants was wasn way we well went were
weren what whatever whats when whenever where whether which while who whole whom whose why will with within without won
would wouldn yes yesterday yet you your yours yourself`;

const german = `ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch
auf aus bei beim bevor bin bis bist bitte brauche brauchen braucht da dabei dadurch dafur dagegen daher damit danach dann
daran darauf darf darin daruber darum das dass davon davor dazu dein deine deinem deinen deiner dem den denen denn der deren
des deshalb dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch durfen ein eine einem einen einer
eines einfach einige einmal er es etwas euch euer eure eurem euren eurer fur gab ganz ganze ganzen gar geben gehen geht
gerade gern gerne gibt gleich gut guten hab habe haben hallo hat hatte hatten hattest hier hilf hilfe hin hinter ich ihm ihn
ihnen ihr ihre ihrem ihren ihrer im immer in ins irgend ist ja jede jedem jeden jeder jedes jemand jetzt kann kannst kein
keine keinem keinen keiner komm kommen konnen konnte konntest konnten lass lassen lasst lieber mach mache machen macht mal
man manche mehr mein meine meinem meinen meiner mich mir mit moch mochte mochten mogen muss mussen musst nach nachdem
naturlich neben nein neu neue neuem neuen neuer neues nicht nichts nie niemand noch nochmal nun nur ob obwohl oder ohne
paar schnell schon sehr sei seid sein seine seinem seinen seiner seit selbst sich sie sind so sobald sogar soll sollen
sollte sollten somit sondern sonst sowie statt tu tun uber um und uns unser unsere unserem unseren unserer unter viel viele
vielleicht vom von vor wahrend wann war ware waren warum was weil weiter welche welchem welchen welcher welches wenig wenn
wer werde werden wie wieder wieso will willst wir wird wirst wo wohl wollen worden wozu wurde wurden zu zuerst zum zur
zwischen gehort gemacht heute morgen gestern erst`;

const all = new Set(`${english} ${german}`.split(/\s+/));

export function isStopWord(word: string): boolean {
  return all.has(word);
}
