/* opponent.h: what a submission is raced against. */
#ifndef RUNNER_OPPONENT_H
#define RUNNER_OPPONENT_H

#include "job.h"

/*
 * Builds the lab's reference, or the sources that the job brings (--versus); `traced`: as a program of the emulator
 * that counts. *ret is yours at either end. 0, or -1 with a sentence.
 */
int opponent_build(struct job *j, int traced, struct build_result *ret, const char **name, struct err *e);

#endif
