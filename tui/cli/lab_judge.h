/*
 * lab_judge.h: what one run has to show for `ridge lab check`. A judge gets the run's report and holds it against the
 * lab; what is wrong joins the proof's list with the lab's name. Nothing here starts a run: lab_proof.c does.
 */
#ifndef TUI_LAB_JUDGE_H
#define TUI_LAB_JUDGE_H

#include "cli.h"

/* The proof of one lab, on one backend after the other. */
struct checking {
    struct cli *c;
    const json_t *lab;
    const char *backend;
    json_t *failed, *skipped;
    json_t *passed; /* ids of the milestones that the reference passed on this backend */
    int bad;
    int proved; /* milestones that the reference passed, on whatever backend */
    int blind;  /* nothing runs on this backend here: the GPU is missing */
    int quick;  /* the reference's cases take less time here than a compiler does, so wrong code need not be fast */
    int mutants, drawn; /* that this backend has, and how many of them were tried */
    double cpu_s; /* what the reference's run took of a processor, without its build and what a clock decides */
    int seeds, seeded, held; /* second runs of the reference: due, made, as right as the first */
};

/* Seeds of visible cases: that of each run here, and that of the reference's second run where nothing chooses one. */
enum { PROOF_SEED = 1, PROOF_OTHER_SEED = 424242 };

/* One run of a lab: what is asked of it, and who says whether it should have gone so. */
struct trial {
    char impl[160];
    const char *const *phases; /* NULL: all */
    const char *until;
    const char *draw;     /* chooses the cases that are sanitized; NULL: all */
    int light;            /* compiled in half the time, for a clock that does not judge */
    json_t *gates;        /* ids of the gates that the profile is made for, owned by the trial; NULL: all */
    const json_t *mutant; /* NULL: none */
    long long seed;       /* of visible cases; 0: PROOF_SEED */
    void (*judge)(struct checking *k, const struct trial *t, const json_t *report); /* which may be NULL */
};

void proof_of_reference(struct checking *k, const struct trial *t, const json_t *r);
/* The reference once more, under t->seed: what the first run passed, and this one was asked for, it passes. */
void proof_of_seed(struct checking *k, const struct trial *t, const json_t *r);
void proof_of_skeleton(struct checking *k, const struct trial *t, const json_t *r);
void proof_of_mutant(struct checking *k, const struct trial *t, const json_t *r);
void proof_of_rung(struct checking *k, const struct trial *t, const json_t *r);
void proof_of_fakes(struct checking *k, const struct trial *t, const json_t *r);

/* A sentence against the lab: it is not proven. */
void proof_why(struct checking *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void proof_not_run(struct checking *k, const json_t *mutant); /* notes that the mutant cannot be tried here */

/* The seed of the reference's second run: `asked` (--seed); where that is 0, drawn by `word` (--draw), which may be
 * NULL. */
long long proof_seed(long long asked, const char *word);
/* Nothing is drawn: no --mutants. */
bool proof_is_whole(const struct checking *k);
/* Does nvcc build the lab where no GPU can run it? With --mutants a third of the labs, which --draw chooses. */
bool proof_builds_blindly(const struct checking *k);
/*
 * What the reference is asked for; NULL: everything. With --mutants and --draw half of the labs are sanitized; the
 * other half is profiled and has its figures, of which only a third of the labs waits for those that a clock decides.
 * `timed`: does a clock decide anything?
 */
const char *const *proof_reference_phases(const struct checking *k, int timed);
/* Is the second run made? A long one only of a third of the labs, which --draw chooses, or with all mutants. */
bool proof_runs_again(const struct checking *k);
/* What the second run is asked for: nothing that the first was not, and never what a clock decides. */
const char *const *proof_seed_phases(const struct checking *k, int timed);
/* Adds an event of the reference's run to k->cpu_s, where the event ends a phase of the second run. */
void proof_counts_cpu(struct checking *k, const json_t *event);

const char *const *proof_phases(const char *fails); /* the phases that show a mutant's failure */
/* The failure with which a mutant's run may end; NULL: it has to be seen as a whole. */
const char *proof_until(const json_t *mutant);
/* The gates that the message of a mutant of `profile` names: the profile need count for no other. You own the
 * reference. NULL: the message names none. */
json_t *proof_gates(const json_t *lab, const json_t *mutant);
/* Is a light build enough to show what the mutant fails, and the cheaper one? No clock and no word of the compiler's
 * has a part in that. */
int proof_is_light(const struct checking *k, const json_t *mutant);
/* Does the report show the failure that the mutant declares? What a light build or a profile for some gates does not
 * show, the whole run has to decide. */
int proof_shows(const struct checking *k, const struct trial *t, const json_t *report);

int proof_is(const json_t *milestone, const char *status);
int proof_counts(const json_t *milestone);            /* does the lab ask for it on this backend? */
const json_t *proof_first_bad(const json_t *report);  /* the first milestone that counts and did not pass; NULL: none */

#endif
