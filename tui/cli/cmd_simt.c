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
#include "cmd_simt.h"
#include "fold.h"
#include "runner/base/js.h"
#include "tui/app/time_card.h"

static int is_sarif(const struct cli *c)
{
    return c->opt.format && !strcmp(c->opt.format, "sarif");
}

/* ---- the card of --time ---------------------------------------------------------------------------------- */

/* The figures of the card GPU_time, by the names that the model has for them. */
static int read_card(struct simt *s)
{
    struct cli *c = s->c;
    char id[64];
    const json_t *card = time_card(&c->app, c->opt.time, id);
    const char *missing = card ? simt_card_read(json_object_get(card, "values"), &s->card) : NULL;
    if (!card)
        return app_fail(&c->app, APP_CONFIG, "%s", curriculum_error(c->app.cur));
    if (missing)
        return app_fail(&c->app, APP_CONFIG,
                        "The hardware card %s has no figure %s above 0, which an estimate of a time needs. "
                        "`ridge hw %s` shows the card; curriculum/hw.lua holds it.",
                        id, missing, id);
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
    if (c->opt.std && !(b.std = cmd_simt_standard(c->opt.std, standard)))
        return app_fail(&c->app, APP_USAGE, "--std is c++17, c++20 or c++23, not \"%s\".",
                        c->opt.std);
    children_adopt();
    while_building(1);
    int rc = simt_build(&b, &s->program, &e);
    while_building(0);
    if (cli_interrupted)
        return APP_INTERRUPTED;
    if (rc)
        return app_fail(&c->app, (enum app_exit)s->program.code, "%s", e.text);
    fputs(text_str(&s->program.log), stderr);
    if (s->program.ok)
        return APP_OK;
    return app_fail(&c->app, s->program.limit ? APP_LIMIT : APP_BUILD, "%s does not compile%s", s->sources[0],
                    s->nsources > 1 ? ", or one beside it" : "");
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
        cmd_simt_print_schedules(&style, s);
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
        rc = cmd_simt_run(s, args);
    if (rc == APP_OK && c->opt.schedules)
        rc = cmd_simt_schedules(s, args);
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
    if (cmd_simt_for_programs(c))
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
        return cli_usage("simt", "FILE… [-- ARG…]");
    if (n > SIMT_SOURCES)
        return cli_error(APP_USAGE, "`ridge simt` takes %d sources at most.", SIMT_SOURCES);
    if (c->app.json && cmd_simt_for_programs(c))
        return cli_error(APP_USAGE, "--json and --format %s are two forms of the same report: name one.",
                         c->opt.format);
    s.cwd = getcwd(cwd, sizeof cwd) ? cwd : NULL;
    for (s.nsources = 0; s.nsources < n; s.nsources++)
        s.sources[s.nsources] = c->args[s.nsources];
    int rc = take_time(&s);
    if (rc != APP_OK)
        return rc;
    rc = c->opt.clangd ? cmd_simt_clangd(&s) : run_all(&s, c->args + n);
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
