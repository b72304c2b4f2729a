/*
 * runner.h: start one job in a ridge-exec of its own and follow it.
 *
 * The runner knows nothing of Lua, SQLite or screens: it takes a resolved lab (curriculum.h), hands it
 * with the sources to ridge-exec, and gives back events as they come and at last the raw report. The job
 * is its own process group; runner_cancel() ends it with everything it started. All calls are
 * single-threaded; a caller with an event loop polls runner_fd() and calls runner_pump().
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <jansson.h>
#include <sys/types.h>

struct runner;
struct err;

struct runner_request {
    const json_t *lab;         /* resolved */
    const char *root, *cache;  /* data root; cache directory (made when missing) */
    const char *program;       /* path of ridge-exec */
    const char *impl;          /* learner skeleton reference naive opt mutant:NAME fakes file */
    const char *backend, *cc;
    const char *runtime;       /* of ranks: inproc, mpi, nccl; NULL: inproc */
    const json_t *files;       /* name → text, from runner_files() */
    const char *const *phases; /* NULL-terminated; NULL is all */
    const char *draw;          /* chooses the third of the cases that is sanitized; NULL: all are */
    const char *until;         /* no case is run after one whose failure says this; NULL: all are run */
    int light;                 /* 1: no clock judges, so C that is not timed is compiled with -O1, in half the time */
    const json_t *gates;       /* ids: the profile counts what these gates ask about alone; NULL: all of it */
    const char *level;         /* the least box that is allowed, such as "L2"; NULL or "": any */
    const char *box;           /* what makes the job's boxes: "native" or "bwrap"; NULL: native */
    const json_t *card;        /* {"gpu","name","values"}: predict times of what the emulator counts; NULL: don't */
    const json_t *serve;       /* {"port","seats"} of the phase "serve" (serve/serve.h); NULL elsewhere */
    double bench_s;            /* most seconds for the pairs of a bench; 0: as many as the lab gives */
    long long seed;            /* of visible cases; 0 is the default */
    int trusted;               /* the sources are ours: set by runner_files() */
    const char *versus;        /* perf: what to time against, by name; NULL: the lab's reference */
    const json_t *versus_files;
    int versus_trusted;
};

/* Is the lab here in a student edition, whose references and oracle are objects? */
int runner_has_no_sources(const json_t *lab, const char *root);

/*
 * The sources of an implementation as {name: text}; you own the reference. `work` is the learner's folder
 * for this lab (impl "learner"). NULL with a sentence in *e (what, where, what to do) on failure.
 */
json_t *runner_files(const json_t *lab, const char *root, const char *work, const char *impl, int *trusted,
                     struct err *e);

/* NULL with a sentence in *e when it cannot start. */
struct runner *runner_start(const struct runner_request *q, struct err *e);

/* Whether a GPU's device node and nvcc are here; that the GPU answers only a run can tell. */
int runner_gpu(void);

int runner_fd(const struct runner *r); /* readable when runner_pump() has something to do */

/*
 * Read what is there, without blocking; `on_event` gets each event (borrowed). Returns 1 while the job
 * runs, 0 when it has ended.
 */
int runner_pump(struct runner *r, void (*on_event)(const json_t *event, void *data), void *data);

/* Block until the end, pumping. A pending `*cancel` (set by a signal handler; may be NULL) cancels. */
void runner_wait(struct runner *r, void (*on_event)(const json_t *event, void *data), void *data,
                 volatile int *cancel);

/* SIGTERM, then SIGKILL after a second, to the whole group. Safe to call twice. */
void runner_cancel(struct runner *r);

/*
 * After the end: the raw report (borrowed), or NULL when the job was cancelled or died, in which case
 * runner_failure() says why.
 */
const json_t *runner_report(const struct runner *r);
const char *runner_failure(const struct runner *r);

void runner_finish(struct runner *r); /* cancels when still running; NULL is fine */

#endif
