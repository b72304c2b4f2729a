/*
 * ridge simt: any CUDA program on this CPU. Its standard output and error are its own (with --json or --format its
 * output goes to standard error, so that the document is alone); what it cost and what was wrong comes after. Exit
 * code: the program's own when that is not 0, else 1 when an error was found that --fail-on counts, 3 when it did not
 * compile, 4 when it died of a signal. Leaks are warnings.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/box/children.h"
#include "cli.h"
#include "fold.h"
#include "runner/simt/host/simt.h"
#include "runner/simt/host/time.h"
#include "simt_text/simt_text.h"
#include "runner/base/js.h"

struct simt {
    struct cli *c;
    char *dir, *cwd, *sources[SIMT_SOURCES + 1];
    int nsources;
    struct simt_program program;
    json_t *report, *schedules, *regs, *widths, *findings;
    struct simt_outcome first;
    struct simt_card card; /* of --time */
};

/* Standard output is the report's alone: lines for an editor, or a document. */
static int for_programs(const struct cli *c)
{
    return c->opt.format && strcmp(c->opt.format, "text") != 0;
}

static int is_sarif(const struct cli *c)
{
    return c->opt.format && !strcmp(c->opt.format, "sarif");
}

/* ---- the card of --time ---------------------------------------------------------------------------------- */

/* The figures of the card GPU_time, by the names that the model has for them. */
static int read_card(struct simt *s)
{
#define FIELD(name) {#name, offsetof(struct simt_card, name)},
    static const struct {
        const char *name;
        size_t to;
    } t[] = {SIMT_CARD(FIELD)};
#undef FIELD
    struct cli *c = s->c;
    const json_t *all = curriculum_hw(c->app.cur);
    char id[64];
    snprintf(id, sizeof id, "%s_time", c->opt.time);
    const json_t *values = json_object_get(json_object_get(all, id), "values");
    if (!all)
        return app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        double v = js_number(json_object_get(values, t[k].name), "value");
        if (!(v > 0))
            return app_fail(&c->app, APP_CONFIG,
                            "The hardware card %s has no figure %s above 0, which an estimate of a time needs. "
                            "`ridge hw %s` shows the card; curriculum/hw.lua holds it.",
                            id, t[k].name, id);
        memcpy((char *)&s->card + t[k].to, &v, sizeof v);
    }
    return APP_OK;
}

/* A time is that of one GPU, and is made from counts. */
static int take_time(struct simt *s)
{
    struct cli *c = s->c;
    const char *gpu = c->opt.time;
    if (!gpu)
        return APP_OK;
    if (c->opt.no_trace)
        return cli_error(APP_USAGE, "--time needs counters, which --no-trace leaves out: give one of the two.");
    if (c->opt.arch && strcmp(c->opt.arch, gpu))
        return cli_error(APP_USAGE, "--time %s is a time on that GPU, and --arch says %s: leave --arch out.", gpu,
                         c->opt.arch);
    c->opt.arch = gpu;
    int rc = read_card(s);
    return rc == APP_OK ? rc : cli_fail(c, rc);
}

/* ---- the build ----------------------------------------------------------------------------------------- */

static void on_signal(int sig)
{
    (void)sig;
    cli_interrupted = 1;
    children_kill_all(); /* compilers are in sessions of their own: the terminal's keys do not reach them */
}

static void while_building(int on)
{
    static struct sigaction before[3];
    static const int sig[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction sa = {.sa_handler = on_signal};
    for (int k = 0; k < 3; k++)
        sigaction(sig[k], on ? &sa : &before[k], on ? &before[k] : NULL);
}

static int make_dir(struct simt *s)
{
    const char *tmp = getenv("TMPDIR"), *keep = s->c->opt.keep;
    struct err e = {""};
    char real[PATH_MAX];
    if (keep) {
        if (util_mkdirs(keep, &e) || !realpath(keep, real))
            return app_fail(&s->c->app, APP_USAGE, "--keep: %s", *e.text ? e.text : strerror(errno));
        s->dir = strdup(real);
        return APP_OK;
    }
    tmp = tmp && *tmp ? tmp : "/tmp";
    if (!realpath(tmp, real))
        return app_fail(&s->c->app, APP_CONFIG, "%s: %s. TMPDIR has to name a directory that can be written.",
                        tmp, strerror(errno));
    s->dir = util_path("%s/ridge-simt-XXXXXX", real);
    if (mkdtemp(s->dir))
        return APP_OK;
    int why = errno;
    free(s->dir);
    s->dir = NULL;
    return app_fail(&s->c->app, APP_CONFIG,
                    "%s: %s. Free some space there, or name another place with TMPDIR.", real, strerror(why));
}

/* The emulator's own headers are C++17, nvcc's default. */
static const char *cpp_standard(const char *said, char ret[16])
{
    static const char *const known[] = {"17", "20", "23"};
    const char *year = said + (!strncmp(said, "c++", 3) ? 3 : !strncmp(said, "gnu++", 5) ? 5 : 0);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
        if (year != said && !strcmp(year, known[k])) {
            snprintf(ret, 16, "gnu++%s", year); /* nvcc, too, hands the extensions on */
            return ret;
        }
    return NULL;
}

static int build(struct simt *s)
{
    struct cli *c = s->c;
    struct err e = {""};
    char standard[16];
    struct simt_build b = {.root = c->app.root,
                           .cache = c->app.cache,
                           .dir = s->dir,
                           .cwd = s->cwd,
                           .sources = (const char *const *)s->sources,
                           .includes = c->opt.include.words,
                           .defines = c->opt.define.words,
                           .arch = c->opt.arch,
                           .traced = !c->opt.no_trace,
                           .colour = c->app.color && isatty(STDERR_FILENO)};
    if (c->opt.std && !(b.std = cpp_standard(c->opt.std, standard)))
        return app_fail(&c->app, APP_USAGE, "--std is c++17, c++20 or c++23, not \"%s\".",
                        c->opt.std);
    children_adopt();
    while_building(1);
    int rc = simt_build(&b, &s->program, &e);
    while_building(0);
    if (cli_interrupted)
        return APP_INTERRUPTED;
    if (rc)
        return app_fail(&c->app,
                        strstr(e.text, "compiler") || strstr(e.text, "CXX") ? APP_BUILD
                        : strstr(e.text, "build or install")                ? APP_OURS
                                                                            : APP_USAGE,
                        "%s", e.text);
    fputs(text_str(&s->program.log), stderr);
    if (s->program.ok)
        return APP_OK;
    return app_fail(&c->app, s->program.limit ? APP_LIMIT : APP_BUILD, "%s does not compile%s", s->sources[0],
                    s->nsources > 1 ? ", or one beside it" : "");
}

/* ---- the run ------------------------------------------------------------------------------------------- */

static json_t *report_of(struct simt *s, const struct simt_outcome *o)
{
    struct err e = {""};
    struct simt_raw raw = {.text = text_str(&o->raw),
                           .n = o->raw.len,
                           .program = s->program.path,
                           .dir = s->dir,
                           .arch = s->c->opt.arch,
                           .base = s->cwd,
                           .exit_code = o->exit_code,
                           .signal = o->signal,
                           .regs = s->regs,
                           .widths = s->widths,
                           .card = s->c->opt.time ? &s->card : NULL};
    return simt_report(&raw, &e);
}

static struct simt_run run_options(struct simt *s, char *const *args)
{
    struct cli *c = s->c;
    return (struct simt_run){.program = s->program.path,
                             .name = "./a.out",
                             .args = args,
                             .env = {.arch = c->opt.arch,
                                     .workers = (int)c->opt.workers,
                                     .timeout = (double)c->opt.timeout,
                                     .notrace = c->opt.no_trace,
                                     .time = c->opt.time != NULL},
                             .stdout_to_stderr = c->app.json || for_programs(c),
                             .hashed = c->opt.schedules > 0,
                             .cancel = &cli_interrupted};
}

static void add_note(json_t *report, const char *text)
{
    json_t *notes = json_object_get(report, "notes");
    if (!notes)
        json_object_set_new(report, "notes", notes = json_array());
    json_array_append_new(notes, json_string(text));
}

static int run_first(struct simt *s, char *const *args)
{
    struct err e = {""};
    struct simt_run r = run_options(s, args);
    fold_flush();
    if (simt_run_program(&r, &s->first, &e))
        return app_fail(&s->c->app, APP_OURS, "%s", e.text);
    if (s->first.cancelled || cli_interrupted)
        return APP_INTERRUPTED;
    s->report = report_of(s, &s->first);
    if (!s->report)
        return app_fail(&s->c->app, APP_OURS, "There is not enough memory.");
    if (s->first.raw.dropped)
        add_note(s->report, "the emulator's record was too long: its end is missing");
    if (s->program.inexact)
        add_note(s->report,
                 "compiled by clang++: requests of divergent code and of float4 and its kin are not exact; "
                 "with g++ they are");
    return APP_OK;
}

/* ---- schedules ----------------------------------------------------------------------------------------- */

static int has_error(const json_t *list, const json_t *e)
{
    size_t k;
    const json_t *o;
    json_array_foreach(list, k,
                       o) if (json_equal(json_object_get(o, "kind"), json_object_get(e, "kind")) &&
                              json_equal(json_object_get(o, "file"), json_object_get(e, "file")) &&
                              json_equal(json_object_get(o, "line"), json_object_get(e, "line"))) return 1;
    return 0;
}

static json_t *all_errors(const json_t *report)
{
    json_t *all = json_array();
    size_t k;
    const json_t *l;
    json_array_foreach(json_object_get(report, "launches"), k, l)
        json_array_extend(all, json_object_get(l, "errors"));
    json_array_extend(all, json_object_get(report, "errors"));
    return all;
}

static void compare(struct simt *s, long long seed, const struct simt_outcome *o, json_t *known)
{
    json_t *report = report_of(s, o), *all = all_errors(report), *fresh = json_array();
    size_t k;
    json_t *e;
    json_array_foreach(all, k, e) if (!has_error(known, e))
    {
        json_array_append(fresh, e);
        json_array_append(known, e);
    }
    int same =
        !strcmp(o->hash, s->first.hash) && o->exit_code == s->first.exit_code && o->signal == s->first.signal;
    json_array_append_new(s->schedules, json_pack("{s:I s:b s:i s:O s:o}", "seed", (json_int_t)seed,
                                                  "same_output", same, "exit_code", o->exit_code, "signal",
                                                  json_object_get(report, "signal"), "new_errors", fresh));
    json_decref(all);
    json_decref(report);
}

/* An output that changes in the fixed order too (a time, an address) says nothing about schedules. */
static int output_is_stable(struct simt *s, char *const *args)
{
    struct simt_run r = run_options(s, args);
    struct simt_outcome o;
    r.quiet = 1;
    int stable = !simt_run_program(&r, &o, NULL) && !strcmp(o.hash, s->first.hash);
    text_finish(&o.raw);
    return stable;
}

/* Under one seed, every second one with the last block first. A program whose blocks wait for earlier ones needs what
 * CUDA does not promise, but GPUs keep: it is run in the usual order. */
static int run_schedule(struct simt *s, char *const *args, long long seed, struct simt_outcome *o)
{
    struct simt_run r = run_options(s, args);
    struct err e = {""};
    r.quiet = 1;
    r.env.seed = seed;
    r.env.descending = seed % 2 == 0;
    int rc = simt_run_program(&r, o, &e);
    if (rc || !r.env.descending ||
        !(strstr(text_str(&o->raw), "\"deadlock\"") || strstr(text_str(&o->raw), "\"timeout\"")))
        return rc;
    text_finish(&o->raw);
    r.env.descending = 0;
    return simt_run_program(&r, o, &e);
}

static int run_schedules(struct simt *s, char *const *args)
{
    json_t *known = all_errors(s->report);
    int differ = 0;
    s->schedules = json_array();
    for (long long seed = 1; seed <= s->c->opt.schedules && !cli_interrupted; seed++) {
        struct simt_outcome o;
        if (run_schedule(s, args, seed, &o) == 0 && !o.cancelled) {
            compare(s, seed, &o, known);
            differ |= strcmp(o.hash, s->first.hash) != 0;
        }
        text_finish(&o.raw);
    }
    json_decref(known);
    if (cli_interrupted)
        return APP_INTERRUPTED;
    if (differ && !output_is_stable(s, args)) {
        size_t k;
        json_t *row;
        json_array_foreach(s->schedules, k, row) json_object_set_new(row, "same_output", json_null());
    }
    json_object_set(s->report, "schedules", s->schedules);
    return APP_OK;
}

static void print_schedules(const struct simt_style *style, const struct simt *s)
{
    size_t k, j, differ = 0, n = json_array_size(s->schedules), unstable = 0;
    const json_t *row, *e;
    json_array_foreach(s->schedules, k, row)
    {
        unstable += json_is_null(json_object_get(row, "same_output"));
        differ += json_is_false(json_object_get(row, "same_output"));
        json_array_foreach(json_object_get(row, "new_errors"), j, e)
            printf("\nseed %.0f: a new error: %s at %s:%.0f\n    %s\n", js_number(row, "seed"), js_text(e, "kind"),
                   js_text(e, "file"), js_number(e, "line"), js_text(e, "message"));
        if (js_number(row, "exit_code") != s->first.exit_code)
            printf("\nseed %.0f: exit code %.0f, in the fixed order %d\n", js_number(row, "seed"),
                   js_number(row, "exit_code"), s->first.exit_code);
    }
    printf("\n");
    if (unstable)
        printf(
            "%zu schedules: the program's output changes from run to run by itself, so it is not compared.\n",
            n);
    else if (differ)
        printf("%s%zu of %zu schedules give another output%s: the result depends on the order of threads.\n"
               "Again by hand: SIMT_SEED=N ridge simt ..., for an even N with SIMT_BLOCKS=descending, too.\n",
               style->colour ? "\033[31m" : "", differ, n, style->colour ? "\033[0m" : "");
    else
        printf("%zu schedules give the same output: threads in random order%s.\n", n,
               n > 1 ? ", in every second one the last block first, where none waits for an earlier one" : "");
}

/* ---- what is said -------------------------------------------------------------------------------------- */

static struct simt_style style_of(const struct simt *s)
{
    const struct cli *c = s->c;
    const char *arch = c->opt.arch ? c->opt.arch : simt_archs[0];
    return (struct simt_style){.to = stdout,
                               .width = cli_width(),
                               .utf8 = cli_utf8(),
                               .colour = c->app.color,
                               .cwd = s->cwd,
                               .cur = c->app.cur,
                               .arch = arch,
                               .warp = strcmp(arch, "wave64") ? 32 : 64};
}

static void say_all(const struct simt *s)
{
    struct simt_style style = style_of(s);
    if (s->c->opt.source)
        simt_print_source(&style, s->report);
    simt_print_kernels(&style, s->report);
    simt_print_errors(&style, s->report);
    simt_print_notes(&style, s->report);
    if (s->schedules)
        print_schedules(&style, s);
    size_t n = simt_report_errors(s->report);
    if (s->first.signal)
        printf("\nThe program died of %s.\n", js_text(s->report, "signal"));
    else if (s->first.exit_code)
        printf("\nThe program's exit code is %d.\n", s->first.exit_code);
    if (n)
        printf("\n%zu error%s.\n", n, n > 1 ? "s" : "");
}

static int exit_of(const struct simt *s)
{
    if (s->first.signal)
        return APP_CRASH;
    if (s->first.exit_code)
        return s->first.exit_code;
    size_t k;
    const json_t *one;
    json_array_foreach(s->findings, k, one)
        if (simt_fails_on(s->c->opt.fail_on, js_text(json_object_get(one, "error"), "kind")))
            return APP_FAILED;
    return APP_OK;
}

static void keep_record(const struct simt *s)
{
    char *raw = util_path("%s/raw.jsonl", s->dir), *doc = util_path("%s/report.json", s->dir);
    char *prog = util_path("%s/prog", s->dir);
    util_write_file(raw, text_str(&s->first.raw), s->first.raw.len, NULL);
    json_dump_file(s->report, doc, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    if (access(prog, F_OK) && !util_copy_file(s->program.path, prog, NULL))
        chmod(prog, 0755);
    free(raw);
    free(doc);
    free(prog);
}

/* ---- for editors and CI ---------------------------------------------------------------------------------- */

static int print_sarif(const struct simt *s, int rc, const char *failed)
{
    struct simt_style style = style_of(s);
    return cli_json(simt_sarif(&style, s->findings, RIDGE_VERSION, rc, failed)) ? APP_OURS : rc;
}

/* Nothing was run: a document that says so, and what the compiler said on standard error. */
static int failed_sarif(const struct simt *s, int rc)
{
    fprintf(stderr, "%s\n", s->c->app.error);
    return print_sarif(s, rc, s->c->app.error);
}

static int print_lines(const struct simt *s, int rc)
{
    struct simt_style style = style_of(s);
    simt_print_gcc(&style, s->findings, s->sources[0]);
    if (s->first.signal)
        printf("%s: error: The program died of %s.\n", s->sources[0], js_text(s->report, "signal"));
    else if (s->first.exit_code)
        printf("%s: error: The program's exit code is %d.\n", s->sources[0], s->first.exit_code);
    return rc;
}

/* Entries of other files stay: a project may have several commands. */
static json_t *other_entries(const struct simt *s, const char *path, struct err *e)
{
    json_error_t why;
    json_t *had = access(path, F_OK) ? json_array() : json_load_file(path, 0, &why), *keep = json_array(), *one;
    size_t k;
    if (!json_is_array(had)) {
        json_decref(had);
        json_decref(keep);
        err_set(e, "%s is no list of commands. Move the file away, or correct it.", path);
        return NULL;
    }
    json_array_foreach(had, k, one)
    {
        int ours = 0;
        for (int i = 0; i < s->nsources; i++)
            ours |= !strcmp(util_str(one, "file", ""), s->sources[i]) &&
                    !strcmp(util_str(one, "directory", ""), s->cwd ? s->cwd : "");
        if (!ours)
            json_array_append(keep, one);
    }
    json_decref(had);
    return keep;
}

static int write_commands(struct simt *s)
{
    struct cli *c = s->c;
    struct err e = {""};
    char standard[16];
    struct simt_build b = {.root = c->app.root, .includes = c->opt.include.words, .defines = c->opt.define.words};
    char *path = util_path("%s/compile_commands.json", s->cwd ? s->cwd : ".");
    if (c->opt.std)
        b.std = cpp_standard(c->opt.std, standard);
    json_t *list = other_entries(s, path, &e);
    for (int k = 0; list && k < s->nsources; k++)
        json_array_append_new(list, json_pack("{s:s s:s s:o}", "directory", s->cwd ? s->cwd : ".", "file",
                                              s->sources[k], "arguments", simt_clangd(&b, s->sources[k])));
    char *text = list ? json_dumps(list, JSON_INDENT(2)) : NULL;
    int rc = text ? util_write_file(path, text, strlen(text), &e) : -1;
    if (!rc)
        printf("compile_commands.json has %d source%s for clangd.\n", s->nsources, s->nsources > 1 ? "s" : "");
    free(text);
    free(path);
    json_decref(list);
    return rc ? cli_fail(c, app_fail(&c->app, APP_CONFIG, "%s", e.text)) : APP_OK;
}

static int run_all(struct simt *s, char *const *args)
{
    struct cli *c = s->c;
    int rc = make_dir(s);
    if (rc == APP_OK)
        rc = build(s);
    if (rc == APP_OK && c->opt.regs)
        s->regs = simt_registers((const char *const *)s->sources, c->opt.include.words, c->opt.define.words, s->dir,
                                 s->cwd, &s->widths);
    if (rc == APP_OK)
        rc = run_first(s, args);
    if (rc == APP_OK && c->opt.schedules)
        rc = run_schedules(s, args);
    if (rc == APP_INTERRUPTED)
        return APP_INTERRUPTED;
    if (rc != APP_OK)
        return is_sarif(c) ? failed_sarif(s, rc) : cli_fail(c, rc);
    if (c->opt.keep)
        keep_record(s);
    s->findings = simt_findings(s->report);
    rc = exit_of(s);
    if (is_sarif(c))
        return print_sarif(s, rc, NULL);
    if (for_programs(c))
        return print_lines(s, rc);
    if (c->app.json)
        return cli_json(json_incref(s->report)) ? APP_OURS : rc;
    say_all(s);
    return rc;
}

static int output_failed(int rc)
{
    int why = errno;
    clearerr(stdout);
    if (why == EPIPE) /* the reader of the output has seen enough */
        return rc;
    cli_say("Standard output: %s.", strerror(why));
    return rc ? rc : APP_CONFIG;
}

int cmd_simt(struct cli *c)
{
    struct simt s = {.c = c};
    char cwd[PATH_MAX];
    int n = c->nargs - c->nafter;
    if (n < 1)
        return cli_error(APP_USAGE, "usage: ridge simt FILE… [-- ARG…]");
    if (n > SIMT_SOURCES)
        return cli_error(APP_USAGE, "`ridge simt` takes %d sources at most.", SIMT_SOURCES);
    if (c->app.json && for_programs(c))
        return cli_error(APP_USAGE, "--json and --format %s are two forms of the same report: name one.",
                         c->opt.format);
    s.cwd = getcwd(cwd, sizeof cwd) ? cwd : NULL;
    for (s.nsources = 0; s.nsources < n; s.nsources++)
        s.sources[s.nsources] = c->args[s.nsources];
    int rc = take_time(&s);
    if (rc != APP_OK)
        return rc;
    rc = c->opt.clangd ? write_commands(&s) : run_all(&s, c->args + n);
    if (fflush(stdout)) /* now: what is still to do would hide why */
        rc = output_failed(rc);
    simt_program_finish(&s.program);
    if (s.dir && !c->opt.keep)
        util_remove_tree(s.dir);
    text_finish(&s.first.raw);
    json_decref(s.report);
    json_decref(s.schedules);
    json_decref(s.findings);
    json_decref(s.regs);
    json_decref(s.widths);
    free(s.dir);
    return rc;
}
