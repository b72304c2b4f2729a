/*
 * executor_slurm.c: arrays of Slurm's. A node runs `ridge worker` on one task; its result is a file of the spool.
 * What Slurm says is asked seldom, less often the longer nothing happens; a task that it has ended, or no longer
 * knows, and that left no result is a failure of the cluster's.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "slurm_chunk.h"
#include "worker.h"

enum { CHUNKS = 64, SAID_MAX = 16 << 20, REFUSALS = 3, SILENCES = 20, MINUTES = 60 };
static const double soonest = 0.5, latest = 20, slower = 1.5, grace_s = 3, ask_s = 60;

struct slurm {
    struct slurm_chunk *chunk[CHUNKS], *open; /* open: not yet sealed */
    int n, array_max, silences;
    double pause, next;
    struct err broken; /* the cluster cannot run us at all */
};

/* ---- asking ------------------------------------------------------------------------------------------------------ */

static void put_first_line(struct err *e, const char *what, const struct text *said)
{
    char *clean = util_clean(text_str(said), strcspn(text_str(said), "\n"), 0);
    err_set(e, "%s: %.500s", what, *clean ? clean : "no reason was given");
    free(clean);
}

/* What scontrol knows of arrays; it also shows that Slurm is here and answers. */
static int read_config(struct slurm *s, struct err *e)
{
    const char *argv[] = { "scontrol", "show", "config", NULL };
    struct text out = { .cap = SAID_MAX }, complaint = { .cap = 4096 };
    int code = far_command(argv, NULL, &out, &complaint, ask_s), rc = 0;
    const char *at = strstr(text_str(&out), "MaxArraySize");
    if (code == 127)
        rc = err_set(e, "Slurm is not on this machine: there is no scontrol, sbatch and squeue on PATH. Grade on a "
                        "login node of the cluster, or with --executor local.");
    else if (code) {
        put_first_line(e, "Slurm does not answer", &complaint);
        rc = -1;
    } else if (!at || sscanf(at, "MaxArraySize = %d", &s->array_max) != 1 || s->array_max < 2)
        rc = err_set(e, "Slurm takes no job arrays on this cluster (MaxArraySize of `scontrol show config`).");
    text_finish(&out);
    text_finish(&complaint);
    return rc;
}

static const char *ended_states[] = { "BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL",
                                      "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "TIMEOUT", NULL };

static bool has_ended(const char *state)
{
    for (const char **p = ended_states; *p; p++)
        if (!strncmp(state, *p, strlen(*p)))
            return true;
    return false;
}

static struct slurm_chunk *chunk_named(struct slurm *s, const char *name)
{
    for (int k = 0; k < s->n; k++)
        if (!strcmp(s->chunk[k]->name, name))
            return s->chunk[k];
    return NULL;
}

static void note(struct slurm_chunk *c, const char *index, const char *state, int code, const char *node)
{
    char *end;
    long k = strtol(index, &end, 10);
    c->submitted = true;
    if (*end || k < 0 || k >= c->n)
        return;
    struct slurm_task *t = &c->task[k];
    if (!has_ended(state))
        t->seen = true;
    snprintf(t->state, sizeof t->state, "%s", state);
    snprintf(t->node, sizeof t->node, "%s", node);
    t->code = code;
}

/* "name index state code node" a line, of squeue. A task that ran twice may be in it twice: one alive is enough. */
static void read_queue(struct slurm *s, const char *text)
{
    char name[64], index[32], state[32], node[64];
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        int code = -1;
        *node = 0;
        if (sscanf(line, "%63s %31s %31s %d %63[^ \n]", name, index, state, &code, node) < 3)
            continue;
        struct slurm_chunk *c = chunk_named(s, name);
        if (c)
            note(c, index, state, code > 255 ? code >> 8 : code, node);
    }
}

/* Accounting, where the cluster keeps any, of a chunk that squeue no longer knows. */
static void ask_accounting(struct slurm *s, struct slurm_chunk *c)
{
    char *named = util_path("--name=%s", c->name);
    const char *argv[] = { "sacct", "-n", "-P", "-X", "-S", "now-30days", named,
                           "-o", "JobID,State,ExitCode,NodeList", NULL };
    struct text out = { .cap = SAID_MAX }, complaint = { .cap = 4096 };
    char id[64], state[64], node[64];
    int code;
    (void)s;
    if (!far_command(argv, NULL, &out, &complaint, ask_s))
        for (const char *line = text_str(&out); *line; line += strcspn(line, "\n"), line += *line == '\n') {
            *node = 0;
            if (sscanf(line, "%63[^|]|%63[^|]|%d:%*d|%63[^\n]", id, state, &code, node) < 3 || !strchr(id, '_'))
                continue;
            state[strcspn(state, " ")] = 0; /* "CANCELLED by 0" */
            note(c, strchr(id, '_') + 1, state, code, node);
        }
    text_finish(&out);
    text_finish(&complaint);
    free(named);
}

static int ask_queue(struct slurm *s, struct err *e)
{
    struct text names = { 0 }, out = { .cap = SAID_MAX }, complaint = { .cap = 4096 };
    for (int k = 0; k < s->n; k++)
        text_addf(&names, "%s%s", k ? "," : "--name=", s->chunk[k]->name);
    const char *argv[] = { "squeue", "-h", "-r", "--states=all", text_str(&names), "-O",
                           "Name:40,ArrayTaskID:12,State:24,exit_code:12,NodeList:60", NULL };
    for (int c = 0; c < s->n; c++)
        for (int k = 0; k < s->chunk[c]->n; k++)
            s->chunk[c]->task[k].seen = false;
    int code = far_command(argv, NULL, &out, &complaint, ask_s);
    s->silences = code ? s->silences + 1 : 0;
    if (!code)
        read_queue(s, text_str(&out));
    else
        put_first_line(e, "squeue", &complaint);
    text_finish(&names);
    text_finish(&out);
    text_finish(&complaint);
    return code ? -1 : 0;
}

/* ---- submitting -------------------------------------------------------------------------------------------------- */

static void keep_number(struct slurm_chunk *c, const char *said)
{
    char *path = util_path("%s/submitted", c->dir);
    c->submitted = true;
    c->ours = true;
    util_write_whole(path, said, strnlen(said, 64), NULL); /* without it the name finds the job */
    free(path);
}

/* Slurm may have taken it even where sbatch says that it failed: it is looked for before the next try. */
static void submit(struct executor *x, struct slurm_chunk *c, struct err *e)
{
    char array[48], *script = util_path("%s/run.sh", c->dir), minutes[24];
    snprintf(array, sizeof array, x->o.jobs ? "--array=0-%d%%%d" : "--array=0-%d", c->n - 1, x->o.jobs);
    snprintf(minutes, sizeof minutes, "--time=%d", MINUTES);
    const char *argv[16] = { "sbatch", "--parsable", "--job-name", c->name, array, "--export=NONE", "--no-requeue",
                             "--signal=B:TERM@30", "--output=/dev/null", "--error=/dev/null", "--chdir=/" };
    int n = 11;
    if (!getenv("SBATCH_TIMELIMIT"))
        argv[n++] = minutes;
    if (!strcmp(x->o.request.backend, "cuda"))
        argv[n++] = "--gres=gpu:1";
    argv[n] = script;
    struct text out = { .cap = 4096 }, complaint = { .cap = 4096 };
    int code = far_command(argv, NULL, &out, &complaint, ask_s);
    size_t digits = strspn(text_str(&out), "0123456789");
    if (!code && digits && digits < 20)
        keep_number(c, text_str(&out));
    else {
        c->refusals++;
        put_first_line(e, "sbatch", &complaint);
    }
    text_finish(&out);
    text_finish(&complaint);
    free(script);
}

static bool any_submitted(const struct slurm *s)
{
    for (int k = 0; k < s->n; k++)
        if (s->chunk[k]->submitted)
            return true;
    return false;
}

static bool has_result(const struct slurm_chunk *c)
{
    DIR *d = opendir(c->dir);
    bool found = false;
    for (struct dirent *f; d && !found && (f = readdir(d));)
        found = strstr(f->d_name, ".res") != NULL;
    if (d)
        closedir(d);
    return found;
}

/* squeue was asked just before: a chunk that it does not know and that has no answer yet was never taken. */
static int submit_all(struct executor *x, struct err *e)
{
    struct slurm *s = x->of;
    for (int k = 0; k < s->n; k++) {
        struct slurm_chunk *c = s->chunk[k];
        if (!c->submitted && has_result(c))
            c->submitted = true;
        if (!c->submitted)
            ask_accounting(s, c);
        if (!c->submitted)
            submit(x, c, e);
        if (!c->submitted && c->refusals >= REFUSALS && !any_submitted(s))
            return -1; /* a limit on jobs passes as they end; nothing else does */
    }
    return 0;
}

static int seal(struct executor *x, struct err *e)
{
    struct slurm *s = x->of;
    struct slurm_chunk *c = s->open;
    if (!c)
        return 0;
    if (chunk_seal(c, &x->o, e))
        return -1;
    s->open = NULL;
    s->chunk[s->n++] = c;
    s->pause = soonest;
    submit(x, c, e);
    return 0;
}

/* ---- collecting -------------------------------------------------------------------------------------------------- */

static void end(struct executor *x, struct slurm_chunk *c, int k, const json_t *raw, const char *failure)
{
    executor_end(x, c->task[k].id, c->task[k].attempt, raw, c->phases, failure);
    chunk_done(c, k);
    ((struct slurm *)x->of)->pause = soonest;
}

/* Whether the task is over now. */
static bool collect(struct executor *x, struct slurm_chunk *c, int k)
{
    struct text text = { .cap = FAR_RESULT_MAX };
    struct err e = { "" };
    json_t *raw = NULL;
    bool unfit = false;
    int there = chunk_result(c, k, &text, &e);
    if (there > 0)
        raw = far_parse(&x->o, text_str(&text), text.len, c->task[k].nonce, &unfit, &e);
    if (unfit && c->ours)
        ((struct slurm *)x->of)->broken = e;
    if (there)
        end(x, c, k, raw, e.text);
    json_decref(raw);
    text_finish(&text);
    return there != 0;
}

static void collect_all(struct executor *x, struct slurm_chunk *c)
{
    char *end_of;
    DIR *d = opendir(c->dir); /* read afresh, where a name that was looked up before may be remembered as missing */
    int found[CHUNK_MAX], n = 0;
    for (struct dirent *f; d && n < CHUNK_MAX && (f = readdir(d));) {
        long k = strtol(f->d_name, &end_of, 10);
        if (!strcmp(end_of, ".res") && k >= 0 && k < c->n && !c->task[k].over)
            found[n++] = (int)k;
    }
    if (d)
        closedir(d);
    for (int k = 0; k < n; k++)
        collect(x, c, found[k]);
}

/* Says why a task ended without a result. */
static void explain(struct executor *x, struct slurm_chunk *c, const struct slurm_task *t, struct err *e)
{
    struct slurm *s = x->of;
    const char *node = *t->node ? t->node : "a node";
    bool fatal = t->code == WORKER_NO_JOB || t->code == 126 || t->code == 127;
    if (t->code == WORKER_NO_JOB)
        err_set(e, "The node %s does not see %s: name a folder that the nodes share with --spool.", node, c->dir);
    else if (fatal)
        err_set(e, "The node %s cannot run %s: install the same Ridge there, at the same path.", node, x->o.self);
    else if (has_ended(t->state))
        err_set(e, "Slurm ended the task without a result: %s on %s, exit status %d.", t->state, node, t->code);
    else
        err_set(e, "Slurm no longer knows the task, and the task left no result.");
    if (fatal && c->ours)
        s->broken = *e;
}

static void give_up_lost(struct executor *x, struct slurm_chunk *c)
{
    bool asked = false;
    for (int k = 0; k < c->n; k++) {
        struct slurm_task *t = &c->task[k];
        struct err e = { "" };
        if (t->over || t->seen || !c->submitted) {
            t->gone = 0;
            continue;
        }
        if (!t->gone) {
            t->gone = util_now();
            continue;
        }
        if (util_now() - t->gone < grace_s || collect(x, c, k))
            continue;
        if (!has_ended(t->state) && !asked) {
            asked = true;
            ask_accounting(x->of, c);
        }
        explain(x, c, t, &e);
        end(x, c, k, NULL, e.text);
    }
}

static void forget_finished(struct slurm *s)
{
    int n = 0;
    for (int k = 0; k < s->n; k++) {
        if (s->chunk[k]->left)
            s->chunk[n++] = s->chunk[k];
        else
            chunk_free(s->chunk[k]);
    }
    s->n = n;
}

/* ---- the executor ------------------------------------------------------------------------------------------------ */

static int slurm_pump(struct executor *x, int wait_ms, struct err *e)
{
    struct slurm *s = x->of;
    if (seal(x, e))
        return -1;
    if (util_now() < s->next) {
        poll(NULL, 0, wait_ms);
        return 0;
    }
    for (int k = 0; k < s->n; k++)
        collect_all(x, s->chunk[k]);
    forget_finished(s);
    if (s->n && !ask_queue(s, e)) {
        for (int k = 0; k < s->n; k++)
            give_up_lost(x, s->chunk[k]);
        if (submit_all(x, e))
            return -1;
    }
    forget_finished(s);
    s->next = util_now() + s->pause;
    s->pause = s->pause * slower > latest ? latest : s->pause * slower;
    if (*s->broken.text)
        *e = s->broken;
    return *s->broken.text || s->silences > SILENCES ? -1 : 0;
}

static int slurm_room(const struct executor *x)
{
    const struct slurm *s = x->of;
    int most = s->array_max < CHUNK_MAX ? s->array_max : CHUNK_MAX;
    return *s->broken.text || s->n + 1 >= CHUNKS ? 0 : most - (s->open ? s->open->n : 0);
}

static int slurm_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e)
{
    struct slurm *s = x->of;
    if (!s->open)
        s->open = chunk_new(&x->o, e);
    return s->open ? chunk_add(s->open, &x->o, id, attempt, files, e) : -1;
}

/* What an earlier process submitted, or was about to; what it had not finished writing goes. */
static void find_left(struct executor *x)
{
    struct slurm *s = x->of;
    DIR *d = opendir(x->o.spool);
    for (struct dirent *f; d && s->n < CHUNKS && (f = readdir(d));) {
        chunk_sweep(x->o.spool, f->d_name);
        struct slurm_chunk *c = chunk_load(x->o.spool, f->d_name, util_str(x->o.request.lab, "id", ""));
        if (!c)
            continue;
        x->underway += c->left;
        s->chunk[s->n++] = c;
    }
    if (d)
        closedir(d);
    forget_finished(s);
}

static int slurm_open(struct executor *x, struct err *e)
{
    struct slurm *s = x->of = calloc(1, sizeof *s);
    if (!s || read_config(s, e) || util_mkdirs(x->o.spool, e))
        return -1;
    if (access(x->o.spool, W_OK))
        return err_set(e, "%s: %s", x->o.spool, strerror(errno));
    s->pause = soonest;
    find_left(x);
    return 0;
}

/* Slurm goes on with it; the same command finds it again. */
static void slurm_cancel(struct executor *x)
{
    (void)x;
}

static void slurm_close(struct executor *x)
{
    struct slurm *s = x->of;
    for (int k = 0; s && k < s->n; k++)
        chunk_free(s->chunk[k]);
    if (s && s->open) { /* never sealed: its leases are orphans */
        util_remove_tree(s->open->dir);
        chunk_free(s->open);
    }
    free(s);
}

const struct executor_ops executor_slurm = { "slurm", true, slurm_open, slurm_room, slurm_start, slurm_pump,
                                             slurm_cancel, slurm_close };
