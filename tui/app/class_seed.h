/*
 * class_seed.h: what the inputs of a class's visible cases, and the sizes that hidden cases draw, come from.
 *
 * Each round of a lab's gradings has one seed, for the whole class, so that nobody's inputs are harder and nobody can
 * know them beforehand. It is drawn and stored before the first run of the round, and stays when the round is gone on
 * with. A regrade's round takes the seed of the round before, so that what it changes is not the draw. What is drawn
 * anew in every run, the inputs of hidden cases, does not come from it.
 */
#ifndef TUI_CLASS_SEED_H
#define TUI_CLASS_SEED_H

#include "app.h"

struct class_seed {
    int64_t seed; /* > 0 */
    int round;
    bool given; /* with --seed, and not drawn */
};

/* The round's, which is stored now where it was not; a.seed (--seed) goes over what was drawn. */
enum app_exit class_seed_of(struct app *a, const char *lab, int round, struct class_seed *ret);

/* The seeds of all rounds so far: [{"round","seed","given"}], yours. */
json_t *class_seeds(struct app *a, const char *lab);

/* From it, a.draw: what app_lab() draws sizes from. */
uint64_t class_seed_draw(const struct class_seed *s);

#endif
