/* busy.h: a machine that has more to run than it has processors, for tests of limits on time. */
#ifndef TESTS_BUSY_H
#define TESTS_BUSY_H

/* From here on what this thread starts has one processor, which it shares with n others that never rest. 0, or -1: the
 * kernel keeps no count of who waits, so that nobody could be told from who is slow. */
int busy_begin(int n);
void busy_end(void);

/* Whether said, of a run between the two, is that the machine was too busy, and is true: one more process that never
 * rests had less than a third of a processor. */
void witness_begin(void);
int witness_excuses(const char *said);

#endif
