/*
 * app.h: what the command line and the screens share: one open workbook, and the few actions that change
 * it. Nothing here prints or draws; every failure is a status (the exit code it deserves) and a sentence
 * in app->error that says what, where, and what to do next.
 */
#ifndef TUI_APP_H
#define TUI_APP_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "curriculum/load/curriculum.h"
#include "db/db.h"
#include "runner/base/words.h"

/* What app_* functions return: the exit codes of words.h under this room's names. */
enum app_exit {
    APP_OK = CODE_OK,
    APP_FAILED = CODE_FAILED,
    APP_USAGE = CODE_USAGE,
    APP_BUILD = CODE_BUILD,
    APP_CRASH = CODE_CRASH,
    APP_LIMIT = CODE_LIMIT,
    APP_SKIPPED = CODE_SKIPPED,
    APP_INCONCLUSIVE = CODE_INCONCLUSIVE,
    APP_SUSPICIOUS = CODE_SUSPICIOUS,
    APP_OURS = CODE_OURS,
    APP_CONFIG = CODE_CONFIG,
    APP_INTERRUPTED = CODE_INTERRUPTED
};

struct app {
    struct curriculum *cur;
    struct db *db;       /* NULL until app_need_db() */
    char *root;          /* holds curriculum/ labs/ kernels/ */
    char *home;          /* the learner's: work/ ridge.db papers/ packs/ */
    char *course;        /* the author's course that the working directory lies in, or NULL */
    char *cache;         /* built references, by content hash */
    char *exec;          /* path of ridge-exec */
    const char *db_path; /* --db, or home/ridge.db */
    const char *cc;      /* $CC or gcc */
    const char *level;   /* the least box that runs may have: --level or $RIDGE_LEVEL; NULL: any */
    int json, color, yes, no_db, interactive;
    long long seed;      /* --seed; 0 is the default */
    int64_t learner_seed;
    uint64_t draw;       /* hidden cases are drawn from it; 0: from another number for each lab */
    const char *sought;  /* what a command takes beside labs, in the message that there is none: "lab, card or week" */
    char error[2048];
    char notice[512];    /* worth saying once: read-only home, upgraded database */
};

struct app_options {
    const char *home, *db, *root; /* NULL: from the environment */
    int json, no_color, yes;
    long long seed;
};

enum app_exit app_open(struct app *a, const struct app_options *o, const char *argv0);
void app_close(struct app *a);

/* Call after chdir(): the course around the new working directory, if any, becomes a->course. */
enum app_exit app_enter(struct app *a);

/* Makes a notice of the labs that could not be loaded, unless there is a notice already. */
void app_note_left_out(struct app *a);

/* Opens the workbook unless it is open. With a read-only home or a full disk the workbook is opened for reading, with a
 * notice; APP_CONFIG when it can't be read at all. */
enum app_exit app_need_db(struct app *a);

/* ms since 1970; RIDGE_NOW (seconds) pins it for captures and tests, and then dates new rows, too. */
int64_t app_now(void);

/* The code, or APP_OURS where a mistake of the user's or of the data is only seen because the Lua could not be run. */
/* Where the workbook keeps the name that this login grades by. */
enum { APP_GRADER = 40 };
const char *app_grader_key(char ret[APP_GRADER]);

enum app_exit app_code(const struct app *a, int code);
enum app_exit app_fail(struct app *a, enum app_exit code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
enum app_exit app_fail_db(struct app *a); /* APP_CONFIG, with what db_error() says */

/* The resolved lab (curriculum.h); `id` may be any unambiguous prefix, as "w02", and "w02/swizzle" is a drill of it.
 * NULL with near misses in a.error when there is no such lab. You own the reference. */
json_t *app_lab(struct app *a, const char *id);

/* Where the learner's labs lie in the home folder, and one of them; free() it. */
char *app_work_root(const struct app *a);
char *app_work_dir(const struct app *a, const char *lab);

/* Lay the skeleton out in the work directory (never over a file that is there), with lab.h, what lab.h
 * includes of <ridge/...>, brief.md and a compile_commands.json for clangd. *created says whether anything was new. */
enum app_exit app_start(struct app *a, const json_t *lab, int *created);

/* Put the skeleton back; what was there goes to work/<lab>/.backup/<time>/, whose path *backup gets. */
enum app_exit app_reset(struct app *a, const json_t *lab, char **backup);

/* Put an attempt's files in place of the learner's, which go where app_reset() puts them. */
enum app_exit app_restore(struct app *a, const json_t *lab, const struct db_file *files, size_t n, char **backup);

/* ---- a run ------------------------------------------------------------------------------------ */

struct app_run;

struct app_run_options {
    const char *impl;          /* NULL: learner */
    const char *backend;       /* NULL or "auto": the lab's first, and after the emulator a GPU that is here */
    const char *runtime;       /* of ranks; NULL: inproc. Results of another runtime are not stored */
    const char *versus;        /* NULL: the lab's reference; else an impl or attempt:N, and nothing is stored */
    const char *const *phases; /* NULL: all */
    const char *const *files;  /* --file paths replacing the learner's by base name; NULL-terminated */
    const char *draw;          /* as runner_request.draw */
    const char *until;         /* as runner_request.until */
    int light;                 /* as runner_request.light */
    const json_t *gates;       /* as runner_request.gates; borrowed until app_run_start() returns */
    double bench_s;            /* as runner_request.bench_s */
    const json_t *serve;       /* as runner_request.serve; borrowed until app_run_start() returns */
    const char *verb;          /* NULL: test */
    long long seed;            /* of visible cases; 0: app.seed */
    int watch, store;          /* store: keep the attempt (learner only) */
    enum app_exit (*accepted)(void *data); /* asked last; any code but APP_OK prevents the run. May be NULL */
    void *data;
};

/* The backend for `asked`. For "auto" or NULL: "auto" for a lab that lists the emulator and GPUs, because ridge-exec
 * looks for a GPU; else the lab's first backend, or "cpu". */
const char *app_backend(const json_t *lab, const char *asked);
/* Does a run here touch the GPU's driver, as far as can be told before? */
int app_drives_gpu(const json_t *lab, const char *asked);
/* APP_USAGE with a sentence when the lab does not list the backend. */
enum app_exit app_need_backend(struct app *a, const json_t *lab, const char *backend);

/* Starts a run; the caller polls app_run_fd(), which may change at each pump, and pumps. */
enum app_exit app_run_start(struct app *a, const json_t *lab, const struct app_run_options *o,
                            struct app_run **ret);
int app_run_fd(const struct app_run *r);
/* 1 while the submission runs or is graded; never waits. Events as in the runner:
 * {"event":"phase"|"case"|"log"|"sample",…}. */
int app_run_pump(struct app *a, struct app_run *r, void (*on_event)(const json_t *event, void *data), void *data);
void app_run_cancel(struct app_run *r);
/*
 * After pump returned 0: stores, and gives the final ridge.report/1 (you own the reference);
 * *attempt is its id or 0. APP_INTERRUPTED when the run was cancelled. Frees the run in every case.
 */
enum app_exit app_run_end(struct app *a, struct app_run *r, json_t **report, int64_t *attempt);

/* Start, pump to the end, end. `cancel` is set by a signal handler. */
enum app_exit app_run(struct app *a, const json_t *lab, const struct app_run_options *o,
                      void (*on_event)(const json_t *event, void *data), void *data, volatile int *cancel,
                      json_t **report, int64_t *attempt);

/* ---- the cost card ------------------------------------------------------------------------------ */

/* curriculum_predict() of what the learner has said of a lab; NULL when nothing was. You own the reference. */
json_t *app_predicted(struct app *a, const json_t *lab);

/* Has some attempt of this lab passed `correct`, at whatever revision? */
int app_ran_correctly(struct app *a, const char *lab);

/* [{"id","axis","ask","unit","choices","said","measured"}] for a lab. You own the reference. */
json_t *app_cost_card(struct app *a, const json_t *lab);

/* The learner's track: the one chosen, else the curriculum's first; NULL when there is none. */
const json_t *app_track(struct app *a);

/* The track with that id; NULL with a sentence in a->error that names those that there are. */
const json_t *app_track_named(struct app *a, const char *id);

/* ---- where the labs stand: grader/standing.h decides, of what the workbook knows ------------------ */

/*
 * {"LAB":{"lab","begun":bool,"status","points","max","stage","rev","milestones":[standing_rows()]}} of every lab
 * that is there or was begun. The status is PASS, STALE or PENDING; while nothing is won, that of the last
 * run. Never NULL.
 */
json_t *app_standing_all(struct app *a);

/* The same for one lab: a resolved lab, or an entry of curriculum_labs(). */
json_t *app_standing(struct app *a, const json_t *lab);

/* Gives each of db_attempts() "stood": {"points","max": the lab's total when it was over, "older": of an older revision
 * of the lab}. */
void app_stood(struct app *a, json_t *attempts);

/* The present revision of a lab or a drill; 0 for a week, a card, or what is not here. */
int app_lab_rev(struct app *a, const char *owner);

/* Gives each row whose "rev" is older than the present revision of the lab that its member `owner` names "older":
 * true. */
void app_mark_older(struct app *a, json_t *rows, const char *owner);

/* " (rev 1)" for such a row, otherwise "". Returns `buf`. */
const char *app_older_words(const json_t *row, char *buf, size_t n);

/* Adds "right" and "cases" to each of these whose `correct` failed and whose report has them: one report is read for
 * each. */
void app_cases(struct app *a, json_t *attempts);

/* Is each lab that this lab builds on, or should come after, passed or not there yet? `standing`: app_standing_all();
 * `lab`: an entry of curriculum_labs(). */
int app_lab_ready(struct app *a, const json_t *standing, const json_t *lab);

/* Has nothing been done in this workbook: nothing run, answered, ticked off or written, and no class put in? */
bool app_untouched(struct app *a);

/* The lab to do next on the learner's track: first that is complete in the curriculum and not passed.
 * `standing`: app_standing_all, or NULL to have it read. {"lab","title","week","why"}; you own the reference. */
json_t *app_next(struct app *a, const json_t *standing);

#endif
