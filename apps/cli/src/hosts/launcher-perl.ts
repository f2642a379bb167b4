/**
 * Asks the gate that stays, in perl: it is there on nearly every Linux and macOS, starts in a millisecond, and can hold
 * the payload, the deadline and the bytes of a reply itself, where a shell needs a program for each. It loads no module.
 * Stands between single quotes in a shell script, so it contains none.
 *
 * Arguments: the gate's folder, the version, the launcher's process and folder, the longest wait in seconds, the seconds
 * without a sign of life, the words that start a process for the event. Ends with a yes or 2 after a reply was printed whole;
 * every doubt becomes that process, with the same payload.
 */
import { PROTOCOL } from "../gate/wire.ts";
import { LAUNCHER_VARIABLE, YES, YES_VARIABLE } from "../hook/launched.ts";

export const perlSource = `
my ($dir, $version, $pid, $cwd, $most, $quiet, @cold) = @ARGV;
my @args = splice @cold, 3;
my ($payload, $reply, $nonce) = ("", "", "");
my $late = time + $most;
$SIG{PIPE} = "IGNORE";
binmode STDIN; binmode STDOUT; binmode STDERR;
sub put {
  my ($to, $text) = @_;
  for (my $at = 0; $at < length $text;) {
    my $n = syswrite $to, $text, 65536, $at;
    return 0 unless defined $n;
    $at += $n;
  }
  return 1;
}
eval {
  local $SIG{ALRM} = sub { die "late\\n" };
  my @found = lstat $dir;
  die "place\\n" unless -d _ && -O _ && !($found[2] & 077);
  open my $random, "<", "/dev/urandom" or die "nonce\\n";
  die "nonce\\n" unless 16 == (sysread($random, $nonce, 16) || 0);
  $nonce = unpack "H*", $nonce;
  alarm 30;
  while (length $payload < 32000001) {
    my $n = sysread STDIN, $payload, 65536, length $payload;
    die "input\\n" unless defined $n;
    last unless $n;
  }
  alarm $quiet;
  my @env = map { "$_=$ENV{$_}" } sort keys %ENV;
  my @head = ("intentgate", ${PROTOCOL}, $version, $nonce, $pid, $cwd, scalar @args, scalar @env, @args, @env);
  my $place = $^O =~ /^(darwin|.*bsd|dragonfly)$/ ? pack("CCa104", 106, 1, "socket") : pack("Sa108", 1, "socket");
  socket my $gate, 1, 1, 0 or die "socket\\n";
  opendir my $here, "." or die "folder\\n";
  chdir $dir or die "folder\\n";
  my $is_there = connect $gate, $place;
  chdir $here or die "folder\\n";
  die "nobody\\n" unless $is_there;
  put($gate, join("", map { "$_\\0" } @head) . $payload) or die "gone\\n";
  shutdown $gate, 1;
  for (;;) {
    my $left = $late - time;
    die "late\\n" if $left < 1;
    alarm($left < $quiet ? $left : $quiet);
    my $n = sysread $gate, $reply, 65536, length $reply;
    die "gone\\n" unless defined $n;
    last unless $n;
    die "long\\n" if length $reply > 32000000;
  }
  alarm 0;
};
alarm 0;
if ($@ eq "" && $reply =~ /\\A\\+*intentgate ${PROTOCOL} $nonce ([02])\\n/) {
  my ($code, $from, $mark) = ($1, $+[0], "\\n$nonce\\n");
  my $mid = index $reply, $mark, $from;
  my $end = length($reply) - length $mark;
  if ($mid >= $from && $end >= $mid + length $mark && substr($reply, $end) eq $mark) {
    my $is_said = put(*STDOUT, substr $reply, $from, $mid - $from);
    put(*STDERR, substr $reply, $mid + length $mark, $end - $mid - length $mark);
    exit($is_said ? $code || ${YES} : 2);
  }
}
my $waited = time - $^T;
exit 3 if $waited >= $most;
pipe my $out, my $in or exit 3;
my $writer = fork;
exit 3 unless defined $writer;
if (!$writer) {
  close $out;
  close STDOUT;
  close STDERR;
  put($in, $payload);
  while (sysread STDIN, $payload, 65536) { last unless put($in, $payload) }
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
