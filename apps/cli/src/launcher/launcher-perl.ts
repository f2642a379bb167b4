/**
 * Asks the gate that stays, in perl: it is there on nearly every Linux and macOS, starts in a millisecond, and can hold
 * the payload, the deadline and the bytes of a reply itself, where a shell needs a program for each. It loads no module.
 * Reading its source is a good part of what it costs, so what only a doubt needs is a text until then, and what is known
 * when the launcher is written is not asked again. Stands between single quotes in a shell script, so it contains none.
 */
import { LAUNCHER_VARIABLE, YES, YES_VARIABLE } from "./launched.ts";
import { PROTOCOL } from "./wire.ts";

/** A socket's name may be longer than this on no system. */
const LONGEST_NAME = 103;

/**
 * Arguments: the gate's folder, the version, the launcher's process and folder, the longest wait in seconds, the seconds
 * without a sign of life, what to do in doubt, the words that start a process for the event. Ends with a yes or 2 after a
 * reply was printed whole.
 */
export function perlSource(gate: string, platform: NodeJS.Platform = process.platform): string {
  return `
my ($dir, $version, $pid, $cwd, $most, $quiet, $doubt, @cold) = @ARGV;
my @args = splice @cold, 3;
my ($n, $payload, $reply, $random, $nonce, $gate, $code, $from, $mid, $end) = (1, "", "");
my $late = time + $most;
$SIG{PIPE} = "IGNORE";
$SIG{ALRM} = sub { die };
eval {
  my @found = lstat $dir;
  -d _ && -O _ && !($found[2] & 077) && open $random, "<", "/dev/urandom" or die;
  16 == sysread $random, $nonce, 16 or die;
  $nonce = unpack "H*", $nonce;
  alarm 30;
  $n = sysread STDIN, $payload, 65536, length $payload while $n && length $payload < 32000001;
  defined $n && socket $gate, 1, 1, 0 or die;
  alarm $quiet;
${connecting(gate, platform)}
  my @head = ("intentgate", ${PROTOCOL}, $version, $nonce, $pid, $cwd, scalar @args, scalar keys %ENV);
  my $request = join "\\0", @head, @args, map("$_=$ENV{$_}", keys %ENV), $payload;
  length $request == syswrite $gate, $request or die;
  shutdown $gate, 1;
  for ($n = 1; $n; $n = sysread $gate, $reply, 65536, length $reply) {
    my $left = $late - time;
    $left > 0 && length $reply < 32000000 or die;
    alarm($left < $quiet ? $left : $quiet);
  }
  alarm 0;
  my ($start, $mark) = ("intentgate ${PROTOCOL} $nonce ", "\\n$nonce\\n");
  my $beats = index $reply, $start;
  $from = $beats + 2 + length $start;
  $code = substr $reply, $from - 2, 2;
  $mid = index $reply, $mark, $from;
  $end = length($reply) - length $mark;
  defined $n && $beats >= 0 && substr($reply, 0, $beats) eq "+" x $beats
    && ($code eq "0\\n" || $code eq "2\\n") && $mid >= $from
    && $end >= $mid + length $mark && substr($reply, $end) eq $mark or die;
  ($n, $mid) = ($mid - $from, $mid + length $mark);
};
alarm 0;
if ($@ eq "") {
  my $said = $n ? syswrite STDOUT, $reply, $n, $from : 0;
  syswrite STDERR, $reply, $end - $mid, $mid;
  exit(defined $said && $said == $n ? $code + 0 || ${YES} : 2);
}
eval $doubt;
exit 3;
`.trim();
}

/** By its short name from inside the folder where the whole would not fit. */
function connecting(gate: string, platform: NodeJS.Platform): string {
  const pack = platform === "linux" ? 'pack("Sa108", 1, ' : 'pack("CCa104", 106, 1, ';
  if (Buffer.byteLength(`${gate}/socket`) <= LONGEST_NAME) return `  connect $gate, ${pack}"$dir/socket") or die;`;
  return `  opendir my $here, "." or die;
  chdir $dir or die;
  my $is_there = connect $gate, ${pack}"socket");
  chdir $here or die;
  $is_there or die;`;
}

/** A process of its own, with the same payload. */
export const perlDoubt = `
my $waited = time - $^T;
exit 3 if $waited >= $most;
pipe my $out, my $in or exit 3;
my $writer = fork;
exit 3 unless defined $writer;
if (!$writer) {
  close $out;
  close STDOUT;
  close STDERR;
  do {
    for (my $at = 0; $at < length $payload; $at += $n) { $n = syswrite $in, $payload, 65536, $at or exit 0 }
  } while sysread STDIN, $payload, 65536;
  exit 0;
}
close $in;
open STDIN, "<&", $out or exit 3;
$ENV{${LAUNCHER_VARIABLE}} = "$version $waited";
$ENV{${YES_VARIABLE}} = ${YES};
alarm $most - $waited; # outlives the exec: who hangs is ended, and no answer is a no
$SIG{PIPE} = "DEFAULT";
exec { $cold[0] } @cold, @args or exit 127;
`.trim();
