/* ridge diff: the learner's files against the skeleton or an attempt, or two attempts against each other. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "cli_attempt.h"
#include "fold.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

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

/* An attempt's files in a scratch folder: its path, to be removed and freed. NULL with app.error. */
static char *unpack(struct cli *c, long long id)
{
    struct db_file *f = NULL;
    size_t n = 0;
    struct err e = { "" };
    if (cli_attempt_files(c, id, &f, &n) != APP_OK)
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

static int diff_attempts(struct cli *c, long long a, long long b)
{
    json_t *lab = cli_attempt_lab(c, b), *other = lab ? cli_attempt_lab(c, a) : NULL;
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
    long long a = cli_attempt_number(c->args[0]), b = c->nargs > 1 ? cli_attempt_number(c->args[1]) : 0;
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
