/*
 * slips.h: how near two words are, for every "did you mean": the command line's, the search's and the manifests' (as
 * host.slips in Lua).
 */
#ifndef RUNNER_BASE_SLIPS_H
#define RUNNER_BASE_SLIPS_H

/* Letters added, left out, changed, or swapped with their neighbour. Words of more than 24 letters are far apart. */
int slips_between(const char *a, const char *b);
enum { SLIPS_FAR = 3 }; /* so many slips are no slip any more */

#endif
