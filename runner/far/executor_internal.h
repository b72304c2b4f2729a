/* executor_internal.h: what the executors share. */
#ifndef RUNNER_EXECUTOR_INTERNAL_H
#define RUNNER_EXECUTOR_INTERNAL_H

#include "executor.h"

struct executor_ops {
    const char *name;
    bool stays; /* as executor_stays() */
    int (*open)(struct executor *x, struct err *e);
    int (*room)(const struct executor *x);
    int (*start)(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e);
    int (*pump)(struct executor *x, int wait_ms, struct err *e);
    void (*cancel)(struct executor *x);
    void (*close)(struct executor *x);
};

struct executor {
    const struct executor_ops *ops;
    struct executor_options o;
    int underway;
    void *of; /* the data of executor_slurm.c or executor_ssh.c */
};

extern const struct executor_ops executor_slurm, executor_ssh;

/* Tells ended() that a task is over, with exactly one of `raw` and `failure`. `phases` NULL: the options' phases. */
void executor_end(struct executor *x, int64_t id, int attempt, const json_t *raw, const json_t *phases,
                  const char *failure);

/* ---- executor_far.c: jobs and results as text ------------------------------------------------------------------ */

enum { FAR_JOB_MAX = 64 << 20, FAR_RESULT_MAX = 64 << 20, FAR_NONCE = 33 };

/* The phases that the options ask for, as a new array. */
json_t *far_phases(const struct executor_options *o);

/* A job as one line of JSON with its newline; free() it. `nonce` gets 32 random hex digits, which the result must
 * repeat. NULL when a file is no UTF-8. */
char *far_job(const struct executor_options *o, const json_t *files, char nonce[FAR_NONCE]);

/* A worker's answer: a line of JSON and a line with its hash; free() it. `unfit`: the machine can't run any task. */
char *far_result(const char *nonce, const json_t *raw, const char *failure, bool unfit);

/* The raw report of a result, as a new object with machine.host; NULL with why there is none. *unfit: no other task
 * could run on that machine either. */
json_t *far_parse(const struct executor_options *o, const char *text, size_t n, const char *nonce, bool *unfit,
                  struct err *e);

/* Runs a program of the system to its end, with a deadline and a cap on its output. Its exit status; -1 when the
 * program could not be run or had to be killed. `in`: text for its standard input, or NULL. */
int far_command(const char *const argv[], const char *in, struct text *out, struct text *complaint, double seconds);

#endif
