/*
 * slurm_chunk.h: tasks that go to Slurm as one array, as a folder of the spool:
 *
 *   SPOOL/ridge-HEX/chunk.json   what is in it; written before anything is submitted
 *                   0.job …      the tasks; one that is gone is over
 *                   0.res …      their results, whole once they are there
 *                   run.sh       what a node runs
 *                   submitted    the array's number, once sbatch has told it
 *
 * The folder's name is the job's name, too: what was submitted can be found again by it, whoever died in between.
 */
#ifndef RUNNER_SLURM_CHUNK_H
#define RUNNER_SLURM_CHUNK_H

#include "executor_internal.h"

enum { CHUNK_MAX = 1000, CHUNK_NAME = 24 };

struct slurm_task {
    int64_t id;
    int attempt;
    char nonce[FAR_NONCE];
    bool over, seen;      /* seen: in the last answer of squeue, alive */
    double gone;          /* since when it is neither alive nor answered; 0: it is alive */
    char state[32], node[64];
    int code;             /* exit status, -1 unknown */
};

struct slurm_chunk {
    char name[CHUNK_NAME], *dir;
    json_t *phases;
    struct slurm_task task[CHUNK_MAX];
    int n, left;
    bool submitted, ours; /* ours: by this process */
    int refusals;
};

/* A new folder with nothing in it; NULL with a sentence. */
struct slurm_chunk *chunk_new(const struct executor_options *o, struct err *e);
int chunk_add(struct slurm_chunk *c, const struct executor_options *o, int64_t id, int attempt, const json_t *files,
              struct err *e);
/* chunk.json and run.sh: from now on it is found again. */
int chunk_seal(struct slurm_chunk *c, const struct executor_options *o, struct err *e);

/* What an earlier process left; NULL when the folder is none, or of another lab than `lab` (NULL: any). */
struct slurm_chunk *chunk_load(const char *spool, const char *name, const char *lab);

/* Removes a folder that was never sealed. Who calls it holds the workbook's lock. */
void chunk_sweep(const char *spool, const char *name);

/* The text of task k's result: 1 there, 0 not yet, -1 there and of no use, with a sentence. */
int chunk_result(const struct slurm_chunk *c, int k, struct text *text, struct err *e);

void chunk_done(struct slurm_chunk *c, int k); /* task k's files go; with the last, the folder */
void chunk_free(struct slurm_chunk *c);

#endif
