/* executor_internal.h: what the executors share. */
#ifndef RUNNER_EXECUTOR_INTERNAL_H
#define RUNNER_EXECUTOR_INTERNAL_H

#include "executor.h"

struct executor_ops {
    const char *name;
    bool stays;
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
    void *of; /* the executor's own */
};

extern const struct executor_ops executor_slurm, executor_ssh;

/* One task is over: exactly one of raw and failure. `phases` NULL: those of the options. */
void executor_end(struct executor *x, int64_t id, int attempt, const json_t *raw, const json_t *phases,
                  const char *failure);

/* ---- executor_far.c: jobs and results as text ------------------------------------------------------------------ */

enum { FAR_JOB_MAX = 64 << 20, FAR_RESULT_MAX = 64 << 20, FAR_NONCE = 33 };

/* Of the files that judge a lab under this root: where it differs another reference or other cases are. */
void far_mark(const json_t *lab, const char *root, char hex[33]);

json_t *far_phases(const struct executor_options *o);

/* One line of JSON with its newline, yours; `nonce` (32 hex digits, drawn here) has to come back. NULL: not UTF-8. */
char *far_job(const struct executor_options *o, const json_t *files, char nonce[FAR_NONCE]);

/* What a worker answers: a line of JSON and a line with its hash; yours. `unfit`: no task can be run there. */
char *far_result(const char *nonce, const json_t *raw, const char *failure, bool unfit);

/* The raw report in a result, new, with machine.host in it; NULL with why there is none, and whether another task
 * might fare better there. */
json_t *far_parse(const struct executor_options *o, const char *text, size_t n, const char *nonce, bool *unfit,
                  struct err *e);

/* A program of the system's, run to its end with a deadline and a cap on what it says: its exit status, -1 when it
 * could not be run or was ended. `in` may be NULL. */
int far_command(const char *const argv[], const char *in, struct text *out, struct text *complaint, double seconds);

#endif
