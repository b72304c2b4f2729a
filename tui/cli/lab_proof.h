/*
 * lab_proof.h: proves labs as `ridge lab check` does, telling as it goes; `ridge pack build` asks the same. A lab is
 * proven when its reference passes and everything that has to fail fails for the reason that it names.
 */
#ifndef TUI_LAB_PROOF_H
#define TUI_LAB_PROOF_H

#include "cli.h"

/* What was tried of how much, over all labs. */
struct lab_tally {
    int mutants, drawn;
    int seeds, seeded, held; /* second runs of references: due, made, right */
};

/* --backend and --jobs as a proof takes them: all backends unless one is named, as many runs at once as cores. */
void lab_bound_jobs(struct cli *c);

/* Has this lab something against it? What is wrong joins `failed`, what cannot be run here `skipped`. */
int lab_prove(struct cli *c, const json_t *lab, struct lab_tally *tally, json_t *failed, json_t *skipped);

/* How many mistakes the lint finds in `lab`: its manifest, lesson, brief, hints and questions. NULL: in anything. */
int lab_lint(struct cli *c, const char *lab, json_t *failed);

/* lab_lint() and lab_prove(); 1 when the lab is proven. *lint grows by the lint's mistakes. */
int lab_prove_linted(struct cli *c, const json_t *lab, int *lint, struct lab_tally *tally, json_t *failed,
                     json_t *skipped);

/* lab_prove() of a lab by its id. */
int lab_prove_one(struct cli *c, const char *id, json_t *failed, json_t *skipped);

#endif
