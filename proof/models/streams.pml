/* The values of a stream: its worker gives no more than were asked for, and waits for a message only when it is at that count. The
   reader may be quick or slow. The words are those of packages/core/src/pool/allowed.ts. T7 to T10 as in docs/MEMORY-MODEL.md.

   Mutants     -DNO_RECHECK -DLOOK_FIRST -DCLEAR_LATE -DRAISE_EARLY
   MSGS: how many values   AHEAD: how many before they are taken   PORTION: so many taken are asked for at once */

#ifndef MSGS
#define MSGS 7
#endif
#ifndef AHEAD
#define AHEAD 4
#endif
#ifndef PORTION
#define PORTION 1
#endif

#define NONE 255
#define WISH (asked + AHEAD / 2)

chan toPool = [MSGS] of { byte };
chan toWorker = [8] of { bit };

byte count = AHEAD;                               /* shared: how many may be given in all */
byte wanted = NONE;                               /* shared: the count at which the worker is to be woken */
byte given, taken;

active proctype Worker() {
  byte asked = AHEAD;
  do
  :: given == MSGS -> break
  :: given < MSGS && given < asked ->
     assert(given - taken < AHEAD);               /* so many may be ahead, and no more */
     toPool ! given;
     given++
     /* A message that finds nobody waiting is over. */
  :: given < MSGS && toWorker ? [_] -> toWorker ? _
  :: given < MSGS && given == asked ->
     asked = count;                               /* T10 */
     if
     :: given < asked
     :: else ->
        wanted = WISH;                            /* T9 */
#ifndef NO_RECHECK
        asked = count;                            /* T10 */
#endif
        if
        :: given < asked -> wanted = NONE
        :: else -> toWorker ? _
        fi
     fi
  od
}

active proctype Pool() {
  byte value, portion, raised = AHEAD, wish;
  do
  :: taken == MSGS -> break
  :: taken < MSGS ->
#ifdef RAISE_EARLY
     count = raised + 1;
#endif
     toPool ? value;
     assert(value == taken);
     taken++;
     portion++;
     if
     :: portion < PORTION
     :: else ->
        raised = raised + portion;
        portion = 0;
#ifdef LOOK_FIRST
        wish = wanted;
        count = raised;
#else
        count = raised;                           /* T7 */
        wish = wanted;                            /* T8 */
#endif
        if
        :: wish != NONE && raised >= wish ->
#ifdef CLEAR_LATE
           toWorker ! 1;
           wanted = NONE
#else
           wanted = NONE;                         /* T8.take */
           toWorker ! 1
#endif
        :: else
        fi
     fi
  od
}

/* Every value is taken, whoever waits for the other. */
ltl taken_all { <> (taken == MSGS) }
