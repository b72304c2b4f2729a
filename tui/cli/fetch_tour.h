/* fetch_tour.h: `ridge fetch tour:NAME`: the files that a tour goes through, from the network or from a clone. */
#ifndef CLI_FETCH_TOUR_H
#define CLI_FETCH_TOUR_H

#include "cli.h"

/* Is a tour what the command's arguments ask for? */
bool fetch_tour_is(const struct cli *c);

/* Fetches what they ask for; the exit code. */
int fetch_tour(struct cli *c);

#endif
