/*
 * profile_cachegrind.c: valgrind's cachegrind as a source. One call of the learner's code, built without AVX-512,
 * runs in ridge-call under valgrind in the box, and once more without the call; the difference is what the call
 * costs. The caches it models are ctrace's first and second level, so that the two can be held together.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "profile.h"
#include "backend.h"
#include "runner/base/programs.h"
#include "runner/box/spawn.h"
#include "runner/base/js.h"

enum { EVENTS = 9, ROWS = 4096, FILE_MOST = 16 << 20 };
static const char event_line[] = "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw";
static const char *const event_name[EVENTS] = { "Ir", "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw", "D1mw", "DLmw" };

/* ---- the file ------------------------------------------------------------------------------------------------ */

/* Up to n numbers of at most 15 digits or ".", which is 0; what is left off is 0. How many there were, -1: not such. */
static int numbers(const char *s, double *ret, int n)
{
    int k = 0;
    for (int z = 0; z < n; z++)
        ret[z] = 0;
    for (s += strspn(s, " "); *s; s += strspn(s, " "), k++) {
        size_t digits = strspn(s, "0123456789"), len = digits ? digits : *s == '.';
        if (k == n || !len || len > 15 || (s[len] && s[len] != ' '))
            return -1;
        ret[k] = digits ? atof(s) : 0;
        s += len;
    }
    return k;
}

static json_t *row_of(json_t *rows, const char *file, double line)
{
    size_t k;
    json_t *r;
    json_array_foreach(rows, k, r)
        if (json_number_value(json_object_get(r, "line")) == line && !strcmp(util_str(r, "file", ""), file))
            return r;
    if (json_array_size(rows) == ROWS)
        return NULL;
    r = json_pack("{s:s s:I}", "file", file, "line", (json_int_t)line);
    json_array_append_new(rows, r);
    return r;
}

static void add_row(json_t *rows, const char *file, const double *v)
{
    json_t *r = row_of(rows, file, v[0]);
    for (int k = 0; r && k < EVENTS; k++)
        json_object_set_new(r, event_name[k], json_real(js_number_or(r, event_name[k], 0) + v[k + 1]));
}

/* Where the parser is in the file. */
struct reader {
    const json_t *files;
    json_t *rows, *totals;
    const char *file; /* of the learner's, or NULL */
    int header, function, done;
};

/* "fl=…" and the lines that may stand before it; 1 taken, 0 another kind. */
static int read_header(struct reader *r, const char *l)
{
    if (!strncmp(l, "desc:", 5) || !strncmp(l, "cmd:", 4))
        return !r->header;
    if (strncmp(l, "events: ", 8) || r->header)
        return 0;
    size_t n = strlen(event_line);
    return r->header = !strncmp(l + 8, event_line, n) && !l[8 + n + strspn(l + 8 + n, " ")];
}

static int read_line(struct reader *r, const char *l)
{
    double v[EVENTS + 1];
    if (read_header(r, l))
        return 1;
    if (!r->header || r->done)
        return 0;
    if (!strncmp(l, "fl=", 3)) {
        const char *slash = strrchr(l, '/'), *base = slash ? slash + 1 : l + 3;
        r->file = json_object_get(r->files, base) ? base : NULL;
        r->function = 0;
        return 1;
    }
    if (!strncmp(l, "fn=", 3))
        return r->function = 1;
    if (!strncmp(l, "summary: ", 9)) {
        if (numbers(l + 9, v, EVENTS) < 0)
            return 0;
        for (int k = 0; k < EVENTS; k++)
            json_object_set_new(r->totals, event_name[k], json_real(v[k]));
        return r->done = 1;
    }
    if (!isdigit((unsigned char)*l) || !r->function || numbers(l, v, EVENTS + 1) < 1)
        return 0;
    if (r->file && v[0] > 0 && v[0] < 1e7)
        add_row(r->rows, r->file, v);
    return 1;
}

json_t *profile_cachegrind_parse(const char *text, const json_t *files, struct err *e)
{
    struct reader r = { .files = files, .rows = json_array(), .totals = json_object() };
    char *copy = strdup(text), *save = NULL;
    int n = 0, bad = 0;
    for (char *l = copy ? strtok_r(copy, "\n", &save) : NULL; l && !bad; l = strtok_r(NULL, "\n", &save)) {
        n++;
        bad = !read_line(&r, l);
    }
    json_t *out = json_pack("{s:o s:o}", "events", r.totals, "lines", r.rows);
    if (bad || !r.done) {
        json_decref(out);
        out = NULL;
        err_set(e,
                bad ? "Line %d of cachegrind's file is none that cachegrind writes."
                    : "The file of cachegrind ends at line %d.",
                n);
    }
    free(copy);
    return out;
}

/* ---- the run ------------------------------------------------------------------------------------------------- */

/* What valgrind needs; `dir` is the only place that it, and so the learner's code, can write to. */
struct grind {
    struct job *j;
    const char *so;
    char *dir, *go, *in, *out, *result, *program;
};

static struct grind grind_make(struct job *j, const char *so)
{
    struct grind g = { .j = j, .so = so, .dir = util_path("%s/cachegrind", j->build.dir) };
    g.go = util_path("%s/go", g.dir);
    g.in = util_path("%s/in", g.dir);
    g.out = util_path("%s/out", g.dir);
    g.result = util_path("%s/cachegrind.out", g.dir);
    g.program = programs_find("ridge-call");
    return g;
}

static void grind_finish(struct grind *g)
{
    char *own[] = { g->dir, g->go, g->in, g->out, g->result, g->program };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        free(own[k]);
}

/* Inputs and arguments as a child of ours would get them, in files. 0 or -1. */
static int lay_out(struct grind *g, struct case_memory *b, struct err *e)
{
    struct proc *p = NULL;
    enum proc_state why = PROC_DONE;
    struct child c = child_of(g->j, b, g->j->object);
    if (child_start(g->j, &c, &p, &why, e))
        return -1;
    int rc = case_memory_fill(g->j, b, proc_in(p), job_count_seed(g->j, b->run), 0, e);
    if (!rc) {
        case_memory_go(b, p);
        rc = util_mkdirs(g->dir, e) || util_write_file(g->go, (char *)proc_go(p), sizeof *proc_go(p), e) ||
             util_write_file(g->in, proc_in(p), b->in_size, e) || util_write_file(g->out, proc_out(p), b->out_size, e)
           ? -1 : 0;
    }
    proc_finish(p);
    return rc;
}

/* The sentence for a valgrind that did not end well. */
static void grind_why(const struct spawn_result *s, struct err *e)
{
    const char *said = text_str(&s->output);
    if (s->end == SPAWN_EXIT && s->code == 127)
        err_set(e, "The program valgrind cannot be run: install it (Debian: apt install valgrind).");
    else if (s->end == SPAWN_TIMEOUT || (s->end == SPAWN_SIGNAL && s->code == 24))
        err_set(e, "The run was stopped at its time limit: under valgrind code runs some fifty times slower than on "
                   "the CPU.");
    else
        err_set(e, "The program valgrind ended with %s %d: %.300s", s->end == SPAWN_EXIT ? "status" : "signal", s->code,
                said);
}

/* Under valgrind, with the call or without: the parsed file, NULL with `e` set. */
static json_t *grind_once(struct grind *g, const char *times, struct err *e)
{
    char *file = util_path("--cachegrind-out-file=%s", g->result);
    const char *argv[] = { "valgrind", "-q", "--tool=cachegrind", "--vgdb=no", "--cache-sim=yes", "--branch-sim=no",
                           "--I1=32768,8,64", "--D1=49152,12,64", "--LL=2097152,16,64", file, g->program, g->so, g->go,
                           g->in, g->out, times, NULL };
    struct box box = { .ro = { "/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", g->so, g->program,
                              "/proc/self" /* valgrind's own maps; of others nothing */ },
                       .rw = { g->dir, "/dev/null" }, .cwd = g->dir, .cpu_s = 120, .fsize_MiB = 64, .nofile = 256,
                       .data_MiB = 8192, .in_fd = -1, .cpu = -1, .no_aslr = 1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 150);
    json_t *out = NULL;
    char *text = NULL;
    if (s.end != SPAWN_EXIT || s.code)
        grind_why(&s, e);
    else if ((text = util_read_file(g->result, FILE_MOST, e)))
        out = profile_cachegrind_parse(text, g->j->files, e);
    text_finish(&s.output);
    free(text);
    free(file);
    return out;
}

static void count_grind(struct job *j, const struct case_memory *b, const json_t *with, const json_t *without)
{
    const json_t *w = json_object_get(with, "events"), *o = json_object_get(without, "events");
    json_t *row;
    size_t k;
    for (int q = 0; q < EVENTS; q++)
        job_count(j, b, event_name[q], js_number(w, event_name[q]) - js_number(o, event_name[q]), "cachegrind");
    json_array_foreach(json_object_get(with, "lines"), k, row) {
        json_object_set_new(row, "case", json_string(b->case_id));
        json_object_set_new(row, "call", json_string(b->call_name));
        json_object_set_new(row, "source", json_string("cachegrind"));
        json_array_append(job_list(j, "lines"), row);
    }
}

/* 1 counted; 0 not, with `e` set; -1 our own fault. */
static int grind_one(struct grind *g, const struct lab_run *run, struct err *e)
{
    struct case_memory b;
    if (case_memory_make(g->j, run, &b, e))
        return -1;
    job_step("cachegrind", "counts %s, case %s", b.call_name, b.case_id);
    int rc = lay_out(g, &b, e);
    json_t *without = rc ? NULL : grind_once(g, "0", e), *with = without ? grind_once(g, "1", e) : NULL;
    if (with)
        count_grind(g->j, &b, with, without);
    rc = rc ? -1 : with != NULL;
    json_decref(without);
    json_decref(with);
    case_memory_finish(&b);
    return rc;
}

/* All calls that the profile looks at, up to the first that cannot be counted. Emitted code is not in the object that
 * is looked at here. */
static int grind_all(struct job *j, const char *so, struct err *e)
{
    struct grind g = grind_make(j, so);
    struct err why = { "" };
    int got = 1;
    for (const struct lab_run *run = NULL; got > 0 && (run = lab_next(&j->lab, run));)
        if (profile_wanted(j, run) && !(run->call && run->call->emitted))
            got = grind_one(&g, run, &why);
    if (got < 0)
        err_set(e, "%s", why.text);
    else
        profile_source(j, "cachegrind", got ? NULL : why.text);
    grind_finish(&g);
    return got < 0 ? -1 : 0;
}

int profile_cachegrind(struct job *j, struct err *e)
{
    if (!profile_named(j, "cachegrind"))
        return 0;
    double t0 = util_now();
    job_phase("cachegrind", "start", 0);
    struct build_result r = build_submission(&j->build, j->files, BUILD_PORTABLE);
    int rc = 0;
    if (r.ok)
        rc = grind_all(j, r.so, e);
    else
        profile_source(j, "cachegrind", "it does not compile for valgrind, which knows no AVX-512: guard those "
                       "paths with #ifdef __AVX512F__");
    build_result_finish(&r);
    job_phase("cachegrind", "done", (util_now() - t0) * 1e3);
    return rc;
}
