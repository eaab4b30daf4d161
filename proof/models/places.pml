/* The two places of a state's reader, which one port has reserved for it. The port may end at any moment, the reader may come
   late or never, and die before any of its steps; another reader takes the places whenever they are free. The places' words
   are those of packages/core/src/state/places.ts. H4 and D1 as in docs/MEMORY-MODEL.md.

   Mutants     -DEND_BLINDLY -DEND_BY_STORE -DSTAYS_EVEN -DFREE_FIRST_FIRST -DTAKE_SECOND_FIRST -DOWNER_BEFORE_PIN
               -DANY_OWNER -DDEAD_UNHEARD   MSGS: how often the other reader tries */

#ifndef MSGS
#define MSGS 2
#endif

#define FREE     0
#define TAKEN    1
#define RESERVED 2                                /* an even number that only this reader is told */
#ifdef STAYS_EVEN
#define HERS     RESERVED
#else
#define HERS     (RESERVED + 1)                   /* and the odd one, once it is there */
#endif

#define NOTHING  0
#define OURS     1
#define OTHERS   2

byte owner[2], pin[2];
bool told, dead, gone;                            /* gone: the reader does nothing more */
byte done;

inline cas(i, from, to) { atomic { ok = (owner[i] == from); if :: ok -> owner[i] = to :: else fi } }

inline free(i) {
#ifdef OWNER_BEFORE_PIN
  owner[i] = FREE;
  pin[i] = NOTHING
#else
  pin[i] = NOTHING;                               /* H4 */
  owner[i] = FREE
#endif
}

/* The first one last: until then nobody else has either. */
inline freeBoth() {
#ifdef FREE_FIRST_FIRST
  free(0);
  free(1)
#else
  free(1);
  free(0)
#endif
}

/* A reader that has both places reads, and nobody takes its pins away. */
inline use(mine) {
  pin[0] = mine;
  pin[1] = mine;
  assert(pin[0] == mine && pin[1] == mine);
  freeBoth()
}

/* hasDied: the reader is known to be dead (D1). */
inline end(hasDied) {
#ifdef END_BLINDLY
  ok = true;
#elif defined END_BY_STORE
  ok = (owner[0] == RESERVED);
  if :: ok -> owner[0] = TAKEN :: else fi;
#else
  cas(0, RESERVED, TAKEN);
#endif
  if
  :: ok -> freeBoth()
#ifdef ANY_OWNER
  :: !ok && hasDied -> freeBoth()
  :: !ok && !hasDied
#else
  :: !ok && hasDied ->
     if :: owner[0] == HERS -> freeBoth() :: else fi
  :: !ok && !hasDied
#endif
  fi
}

active proctype Port() {
  bool ok;
  cas(0, FREE, RESERVED);
  if
  :: ok ->
     cas(1, FREE, RESERVED);
     assert(ok);                                  /* both are free when the first is */
     told = true;
     end(false);
     (dead || gone);
#ifndef DEAD_UNHEARD
     if :: dead -> end(true) :: else fi
#endif
  :: else                                         /* an error: nobody is told */
  fi;
  done++
}

active proctype Reader() {
  bool ok;
  {
    if :: told :: goto out fi;                    /* comes, or never */
#ifdef TAKE_SECOND_FIRST
    cas(1, RESERVED, HERS);
    if :: !ok -> goto out :: else fi;
    cas(0, RESERVED, HERS);
    if :: !ok -> free(1); goto out :: else fi;
#else
    cas(0, RESERVED, HERS);
    if :: !ok -> goto out :: else fi;             /* the port has ended: an error */
    cas(1, RESERVED, HERS);
    assert(ok);                                   /* both places, or none */
#endif
    use(OURS)
  } unless { dead };
out:
  gone = true;
  done++
}

active proctype Death() {
  if :: dead = true :: skip fi
}

active proctype Other() {
  bool ok;
  byte tries;
  do
  :: tries == MSGS -> break
  :: else ->
     tries++;
     cas(0, FREE, TAKEN);
     if
     :: ok ->
        cas(1, FREE, TAKEN);
        assert(ok);
        use(OTHERS)
     :: else
     fi
  od;
  done++
}

#define isFree (owner[0] == FREE && owner[1] == FREE && pin[0] == NOTHING && pin[1] == NOTHING)

/* Whatever ended, and in whatever order: the next reader finds a place. */
ltl freed { <> (done == 3 && isFree) }
