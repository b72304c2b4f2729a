/* Commands about the learner's own files: hint, solution, reset, diff, restore. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "tui/app/hints.h"
#include "fold.h"
#include "runner/runner.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static size_t taken(struct cli *c, const char *lab)
{
    json_t *h = NULL;
    if (db_hints(c->app.db, lab, &h) != DB_OK)
        return 0;
    size_t n = json_array_size(h);
    json_decref(h);
    return n;
}

/* The report of the lab's last run, or NULL; yours. */
static json_t *last_report(struct cli *c, const char *lab)
{
    json_t *p = NULL, *attempt = NULL, *report = NULL;
    if (db_lab_progress(c->app.db, lab, &p) != DB_OK)
        return NULL;
    int64_t id = (int64_t)js_number(json_object_get(p, "last"), "id");
    if (id && db_attempt_get(c->app.db, id, &attempt) == DB_OK)
        report = json_incref(json_object_get(attempt, "report"));
    json_decref(attempt);
    json_decref(p);
    return report;
}

/* Whose hints: the function that is named, else the first that the last run failed with, or NULL. -1 with app.error */
static int hinted(struct cli *c, const json_t *lab, const json_t *functions, const json_t *report, const char **ret)
{
    size_t k;
    const json_t *f;
    *ret = hints_failed(report, functions);
    if (c->nargs < 2)
        return 0;
    json_array_foreach(functions, k, f)
        if (!strcmp(json_string_value(f), c->args[1])) {
            *ret = json_string_value(f);
            return 0;
        }
    app_fail(&c->app, APP_USAGE, "%s asks for no function %s: `ridge show %s` names them.", js_text(lab, "id"),
             c->args[1], js_text(lab, "id"));
    return -1;
}

static int print_hint(struct cli *c, const json_t *lab, const json_t *tiers, size_t k, const char *function)
{
    const json_t *t = json_array_get(tiers, k);
    json_t *functions = hints_functions(lab);
    char *text = hints_about(js_text(t, "text"), functions, function), note[1024] = "";
    int rc = APP_OK;
    if (!function && json_array_size(functions) > 1)
        hints_none_failed(lab, functions, note, sizeof note);
    if (c->app.json) {
        rc = cli_json(json_pack("{s:s s:i s:i s:s s:s s:s? s:O}", "lab", js_text(lab, "id"), "tier", (int)k + 1,
                                "tiers", (int)json_array_size(tiers), "title", js_text(t, "title"), "text",
                                text ? text : "", "function", function, "functions", functions));
    } else {
        printf("%sHint %zu of %zu · %s%s%s%s\n\n", cli_color(c, "bold"), k + 1, json_array_size(tiers),
               js_text(t, "title"), function ? " · " : "", function ? function : "", cli_color(c, "off"));
        rc = cli_markdown(c, text && *text ? text : "This tier says nothing more about it.\n");
        if (!rc && *note)
            printf("\n%s\n", note);
    }
    free(text);
    json_decref(functions);
    return rc;
}

/* The last tier is nearly the answer: it is opened after a question, and once opened it is open. */
static int may_see(struct cli *c, const json_t *lab, size_t k, size_t n, const char *function)
{
    char question[200];
    if (k + 1 < n || n < 2 || taken(c, js_text(lab, "id")) >= n)
        return 1;
    snprintf(question, sizeof question, "Show the nearly complete answer for %.100s?",
             function ? function : js_text(lab, "id"));
    if (cli_confirmed(c, question))
        return 1;
    app_fail(&c->app, APP_USAGE, "The last tier is nearly the answer. `ridge hint %s --tier %zu --yes` shows it.",
             js_text(lab, "id"), n);
    return 0;
}

static int take_hint(struct cli *c, const json_t *lab, const json_t *tiers)
{
    json_t *functions = hints_functions(lab), *report = last_report(c, js_text(lab, "id"));
    size_t n = json_array_size(tiers), k = c->opt.tier > 0 ? (size_t)c->opt.tier - 1 : taken(c, js_text(lab, "id"));
    const char *function;
    char key[32];
    int rc = APP_USAGE;
    k = k >= n ? n - 1 : k;
    if (hinted(c, lab, functions, report, &function) || !may_see(c, lab, k, n, function)) {
        rc = cli_fail(c, APP_USAGE);
    } else {
        snprintf(key, sizeof key, "tier-%zu", k + 1);
        if (db_hint_take(c->app.db, js_text(lab, "id"), key) != DB_OK)
            snprintf(c->app.notice, sizeof c->app.notice, "This hint was not recorded: %.400s", db_error(c->app.db));
        rc = print_hint(c, lab, tiers, k, function);
    }
    json_decref(report);
    json_decref(functions);
    return rc;
}

int cmd_hint(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    if (app_need_db(&c->app) != APP_OK) {
        json_decref(lab);
        return cli_fail(c, APP_CONFIG);
    }
    json_t *tiers = curriculum_tiers(c->app.cur, js_text(lab, "id"));
    int rc;
    if (json_array_size(tiers)) {
        rc = take_hint(c, lab, tiers);
    } else {
        app_fail(&c->app, APP_CONFIG, "Lab %s has no hints: %s", js_text(lab, "id"), curriculum_error(c->app.cur));
        rc = cli_fail(c, APP_CONFIG);
    }
    json_decref(tiers);
    json_decref(lab);
    return rc;
}

static int has_passed(struct cli *c, const char *lab)
{
    json_t *p = NULL;
    int yes = 0;
    size_t k;
    const json_t *m;
    if (db_lab_progress(c->app.db, lab, &p) != DB_OK)
        return 0;
    /* correct is enough: the reference then teaches speed, it no longer gives the answer away */
    json_array_foreach(json_object_get(p, "passed"), k, m)
        yes |= !strcmp(js_text(m, "id"), "correct");
    json_decref(p);
    return yes;
}

static int show_solution(struct cli *c, const json_t *lab, const char *how)
{
    char err[1024] = "";
    int trusted;
    json_t *files = runner_files(lab, c->app.root, NULL, "reference", &trusted, err, sizeof err);
    if (!files) {
        app_fail(&c->app, APP_CONFIG, "%s", err);
        return cli_fail(c, APP_CONFIG);
    }
    if (db_reveal_put(c->app.db, js_text(lab, "id"), how) != DB_OK)
        snprintf(c->app.notice, sizeof c->app.notice, "The reveal was not recorded: %.400s", db_error(c->app.db));
    if (c->app.json)
        return cli_json(json_pack("{s:s s:s s:o}", "lab", js_text(lab, "id"), "how", how, "files", files));
    const char *name;
    const json_t *text;
    fold_verbatim(true);
    json_object_foreach(files, name, text)
        printf("/* ---- %s/%s ---- */\n%s", js_text(lab, "kernels"), name, json_string_value(text));
    fold_verbatim(false);
    json_decref(files);
    return APP_OK;
}

int cmd_solution(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    int rc;
    if (app_need_db(&c->app) != APP_OK) {
        rc = cli_fail(c, APP_CONFIG);
    } else if (!json_array_size(json_object_get(lab, "calls"))) {
        app_fail(&c->app, APP_USAGE, "Lab %s has no program; its questions show their worked answers once answered.",
                 js_text(lab, "id"));
        rc = cli_fail(c, APP_USAGE);
    } else if (has_passed(c, js_text(lab, "id"))) {
        rc = show_solution(c, lab, "passed");
    } else if (c->opt.give_up ||
               (c->app.interactive &&
                cli_confirmed(c, "Not passed yet. Give up on this lab and see the solution? It is recorded."))) {
        rc = show_solution(c, lab, "gave_up");
    } else {
        app_fail(&c->app, APP_FAILED,
                 "The solution opens when `correct` has passed, or with --give-up, which is recorded. "
                 "`ridge hint %s` gives less away.",
                 js_text(lab, "id"));
        rc = cli_fail(c, APP_FAILED);
    }
    json_decref(lab);
    return rc;
}

int cmd_reset(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    char *backup = NULL;
    if (!lab)
        return APP_USAGE;
    if (!cli_confirmed(c, "Put the skeleton back? Your files move to .backup.")) {
        app_fail(&c->app, APP_USAGE,
                 "Nothing was reset. `ridge reset %s --yes` does it; your files are kept in .backup.",
                 js_text(lab, "id"));
        json_decref(lab);
        return cli_fail(c, APP_USAGE);
    }
    enum app_exit code = app_reset(&c->app, lab, &backup);
    int rc = code != APP_OK ? cli_fail(c, code)
           : c->app.json ? cli_json(json_pack("{s:s s:s}", "lab", js_text(lab, "id"), "backup", backup))
                         : (printf("The skeleton is back. Your files were moved to %s.\n", backup), APP_OK);
    free(backup);
    json_decref(lab);
    return rc;
}

static int write_all(const char *dir, const struct db_file *f, size_t n, struct err *e)
{
    for (size_t k = 0; k < n; k++) {
        char *p = util_path("%s/%s", dir, f[k].name);
        int rc = strchr(f[k].name, '/') ? err_set(e, "%s: unexpected folder", f[k].name)
                                        : util_write_file(p, f[k].data, f[k].size, e);
        free(p);
        if (rc)
            return -1;
    }
    return 0;
}

/* One side of a comparison: its folder, and what a reader calls it. */
struct side {
    const char *dir;
    char name[40];
};

/* diff -u OLD NEW, whose exit status is the answer: 0 the same, 1 different. */
static int run_diff(const struct cli *c, const struct side *a, const struct side *b, const char *file, json_t *out)
{
    int p[2] = { -1, -1 };
    char *old = util_path("%s/%s", a->dir, file), *new = util_path("%s/%s", b->dir, file);
    char *old_label = util_path("%s (%s)", file, a->name), *new_label = util_path("%s (%s)", file, b->name);
    if (out && pipe(p))
        return 2;
    fold_flush();
    pid_t pid = fork();
    if (pid == 0) {
        if (out)
            dup2(p[1], 1);
        execlp("diff", "diff", "-u", "-N", c->app.color ? "--color=always" : "--color=never", "--label", old_label,
               "--label", new_label, old, new, (char *)NULL);
        dprintf(2, "diff: %s. Install it (Debian: apt install diffutils).\n", strerror(errno));
        _exit(2);
    }
    free(old);
    free(new);
    free(old_label);
    free(new_label);
    struct text t = { 0 };
    if (out) {
        char buf[4096];
        ssize_t n;
        close(p[1]);
        while ((n = read(p[0], buf, sizeof buf)) > 0)
            text_add(&t, buf, (size_t)n);
        close(p[0]);
        json_array_append_new(out, json_string(text_str(&t)));
        text_finish(&t);
    }
    int st = 0;
    while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(st) ? WEXITSTATUS(st) : 2;
}

/* ---- attempts: their files, one against another ------------------------------------------------------- */

static int attempt_files(struct cli *c, long long id, struct db_file **f, size_t *n)
{
    if (app_need_db(&c->app) != APP_OK)
        return APP_CONFIG;
    return db_attempt_source(c->app.db, id, f, n) == DB_OK ? APP_OK
                                                           : app_fail(&c->app, APP_USAGE, "%s", db_error(c->app.db));
}

/* An attempt's files in a scratch folder: its path, to be removed and freed. NULL with app.error. */
static char *unpack(struct cli *c, long long id)
{
    struct db_file *f = NULL;
    size_t n = 0;
    struct err e = { "" };
    if (attempt_files(c, id, &f, &n) != APP_OK)
        return NULL;
    const char *tmp = getenv("TMPDIR");
    char *dir = util_path("%s/ridge-diff-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(dir) || write_all(dir, f, n, &e)) {
        app_fail(&c->app, APP_CONFIG, "%s: %s", dir, *e.text ? e.text : strerror(errno));
        free(dir);
        dir = NULL;
    }
    db_files_free(f, n);
    return dir;
}

static void discard(char *scratch)
{
    if (scratch)
        util_remove_tree(scratch);
    free(scratch);
}

static int diff_files(struct cli *c, const json_t *lab, const struct side *old, const struct side *new)
{
    json_t *out = c->app.json ? json_array() : NULL;
    int rc = APP_OK;
    size_t k;
    const json_t *f;
    json_array_foreach(json_object_get(lab, "edit"), k, f)
        if (run_diff(c, old, new, json_string_value(f), out) > 1)
            rc = APP_CONFIG;
    if (out && rc == APP_OK)
        cli_json(json_pack("{s:s s:O}", "lab", js_text(lab, "id"), "diff", out));
    json_decref(out);
    return rc;
}

/* "12" is attempt 12; 0 for what is no number. */
static long long attempt_number(const char *arg)
{
    char *end;
    long long v = strtoll(arg, &end, 10);
    return *end || v < 1 ? 0 : v;
}

/* The lab of an attempt, resolved; NULL with app.error. */
static json_t *lab_of(struct cli *c, long long id)
{
    json_t *row = NULL, *lab = NULL;
    if (app_need_db(&c->app) == APP_OK) {
        if (db_attempt_get(c->app.db, id, &row) == DB_OK)
            lab = app_lab(&c->app, js_text(row, "lab"));
        else
            app_fail(&c->app, APP_USAGE, "%s", db_error(c->app.db));
    }
    json_decref(row);
    return lab;
}

static int diff_attempts(struct cli *c, long long a, long long b)
{
    json_t *lab = lab_of(c, b), *other = lab ? lab_of(c, a) : NULL;
    int rc = APP_USAGE;
    if (other && strcmp(js_text(lab, "id"), js_text(other, "id")))
        app_fail(&c->app, APP_USAGE, "Attempt %lld is of %s and attempt %lld of %s: there is nothing to compare.", a,
                 js_text(other, "id"), b, js_text(lab, "id"));
    char *old = other && !strcmp(js_text(lab, "id"), js_text(other, "id")) ? unpack(c, a) : NULL,
         *new = old ? unpack(c, b) : NULL;
    struct side before = { old, "" }, after = { new, "" };
    snprintf(before.name, sizeof before.name, "attempt %lld", a);
    snprintf(after.name, sizeof after.name, "attempt %lld", b);
    if (new)
        rc = diff_files(c, lab, &before, &after);
    else
        cli_fail(c, rc);
    discard(old);
    discard(new);
    json_decref(lab);
    json_decref(other);
    return rc;
}

int cmd_diff(struct cli *c)
{
    long long a = attempt_number(c->args[0]), b = c->nargs > 1 ? attempt_number(c->args[1]) : 0;
    if (c->nargs > 1 && a && b)
        return diff_attempts(c, a, b);
    if (c->nargs > 1) {
        app_fail(&c->app, APP_USAGE, "`ridge diff` takes a lab, or the numbers of two attempts (`ridge history`).");
        return cli_fail(c, APP_USAGE);
    }
    if (a && !curriculum_has_lab(c->app.cur, c->args[0])) {
        app_fail(&c->app, APP_USAGE,
                 "`ridge diff` compares two attempts, such as `ridge diff %lld %lld`, or a lab's files with one: "
                 "`ridge diff LAB --attempt %lld`.", a, a + 1, a);
        return cli_fail(c, APP_USAGE);
    }
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    char *scratch = c->opt.attempt ? unpack(c, c->opt.attempt) : NULL;
    char *work = app_work_dir(&c->app, js_text(lab, "id"));
    char *dir = util_below(c->app.root, js_text(lab, "dir")), *skeleton = util_path("%s/skeleton", dir);
    struct side before = { scratch ? scratch : skeleton, "skeleton" }, yours = { work, "yours" };
    if (c->opt.attempt)
        snprintf(before.name, sizeof before.name, "attempt %lld", c->opt.attempt);
    int rc = c->opt.attempt && !scratch ? cli_fail(c, APP_CONFIG) : diff_files(c, lab, &before, &yours);
    discard(scratch);
    free(dir);
    free(skeleton);
    free(work);
    json_decref(lab);
    return rc;
}

int cmd_restore(struct cli *c)
{
    long long id = attempt_number(c->args[0]);
    struct db_file *f = NULL;
    size_t n = 0;
    char *backup = NULL;
    if (!id) {
        app_fail(&c->app, APP_USAGE, "\"%s\" is no attempt: `ridge history` lists their numbers.", c->args[0]);
        return cli_fail(c, APP_USAGE);
    }
    json_t *lab = lab_of(c, id);
    int rc = lab ? attempt_files(c, id, &f, &n) : APP_USAGE;
    if (!rc)
        rc = app_restore(&c->app, lab, f, n, &backup);
    if (rc)
        rc = cli_fail(c, rc);
    else if (c->app.json)
        rc = cli_json(
            json_pack("{s:s s:I s:s}", "lab", js_text(lab, "id"), "attempt", (json_int_t)id, "backup", backup));
    else
        printf("%s is as in attempt %lld again. Your files before that are in %s.\n", js_text(lab, "id"), id, backup);
    db_files_free(f, n);
    free(backup);
    json_decref(lab);
    return rc;
}
