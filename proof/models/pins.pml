/* The latest value for several readers, who read it where it lies: a reader pins the slot it reads, and the writer takes
   one that is neither pinned nor the latest. Labels as in docs/MEMORY-MODEL.md.
   A value may be larger or smaller than the one before: its length is in its slot, and each slot has room for the largest.
   A reader may stop anywhere for ever, and so may one that has died: every state of this model has that future.

   Mutants     -DNO_SECOND_LOOK -DPIN_LATE -DUNPIN_EARLY -DSHOW_FIRST -DREUSE_LATEST -DFEW_SLOTS -DLENGTH_APART */

#ifndef MSGS
#define MSGS 3
#endif
#define READERS 2
#define READS   2
#ifdef FEW_SLOTS
#define SLOTS (READERS + 1)
#else
#define SLOTS (READERS + 2)                       /* a pinned one for each, the latest, and one to write */
#endif
#define NOBODY 9

byte latest;
byte pin[READERS] = NOBODY;
byte first[SLOTS], second[SLOTS];                 /* a value is one plain word, or two */
#ifdef LENGTH_APART                               /* one length, beside the slots */
byte length[1] = 1;
#define LENGTH(s) length[0]
#else
byte length[SLOTS] = 1;
#define LENGTH(s) length[s]
#endif
#define lengthOf(n) (1 + (n & 1))
byte done;                                        /* ghost: readers that have read as often as they want */

#ifdef REUSE_LATEST
#define IS_FREE(s) (pinned[0] != s && pinned[1] != s)
#else
#define IS_FREE(s) (latest != s && pinned[0] != s && pinned[1] != s)
#endif

active proctype Writer() {
  byte n, s, pinned[READERS];
  do
  :: n == MSGS -> break
  :: else ->
     n++;
     pinned[0] = pin[0];                          /* H5: one after the other */
     pinned[1] = pin[1];
     atomic {
       s = 0;
       do :: s < SLOTS && !IS_FREE(s) -> s++ :: else -> break od;
       assert(s < SLOTS)                          /* there is always one */
     };
#ifdef SHOW_FIRST
     latest = s;
#endif
     LENGTH(s) = lengthOf(n);
     first[s] = n;
     if :: lengthOf(n) == 2 -> second[s] = n :: else -> skip fi;
#ifndef SHOW_FIRST
     latest = s                                   /* H6 */
#endif
  od
}

active [READERS] proctype Reader() {
  byte me = _pid - 1, s, value, last, reads;
  do
  :: reads == READS -> break
  :: else ->
     reads++;
     do
     :: s = latest;                               /* H1 */
#ifdef PIN_LATE
        if :: latest == s -> pin[me] = s; break :: else -> skip fi
#elif defined NO_SECOND_LOOK
        pin[me] = s; break
#else
        pin[me] = s;                              /* H2 */
        if                                        /* H3 */
        :: latest == s -> break
        :: else -> if :: skip :: pin[me] = NOBODY fi   /* begins anew, at once or another time */
        fi
#endif
     od;
#ifdef UNPIN_EARLY
     pin[me] = NOBODY;
#endif
     value = first[s];
     assert(value >= last);                       /* never back */
     assert(LENGTH(s) == lengthOf(value));        /* as long as it was written */
     assert(lengthOf(value) == 1 || second[s] == value);   /* whole */
     assert(first[s] == value);                   /* and stable as long as it is pinned */
     last = value;
     pin[me] = NOBODY;                            /* H4 */
     atomic { s = 0; value = 0 }
  od;
  done++
}

/* A reader that must look again has seen the writer go on: it is kept for as long as that goes on, and no longer. */
ltl ends { <> (done == READERS) }
