/* collect_watch.c: looks, grades and answers until it is interrupted. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "collect.h"
#include "fold.h"
#include "runner/base/figure.h"
#include "runner/base/js.h"
#include "runner/base/util.h"

enum { EVERY_S = 30, RARELY = 10, SLICE_MS = 250 };

static void print_row(const struct cli *c, const json_t *r)
{
    const char *state = js_text(r, "state");
    bool taken = !strcmp(state, "taken"), bad = !taken && strcmp(state, "older") && strcmp(state, "waits");
    printf("%s%s %-8s%s", cli_color(c, taken ? "green" : bad ? "red" : "dim"),
           cli_mark(taken ? "PASS" : bad ? "FAIL" : "SKIPPED"), state, cli_color(c, "off"));
    char attempts[FIGURE];
    if (*js_text(r, "student"))
        printf("%-16s %s  %s%s\n", js_text(r, "student"), js_text(r, "fingerprint"),
               figure_of(js_number(r, "attempts"), "attempt", attempts),
               json_is_true(json_object_get(r, "first")) ? "  first hand-in with this key" : "");
    else
        printf("%s\n", js_text(r, "bundle"));
    if (*js_text(r, "why"))
        printf("%10s%s\n", "", js_text(r, "why"));
}

void collect_report_rows(struct collecting *x)
{
    size_t k;
    const json_t *r;
    json_array_foreach(x->rows, k, r)
        print_row(x->c, r);
}

int collect_lock(struct collecting *x)
{
    char *path = util_path("%s/collected/%s/watch.lock", x->c->app.home, x->id);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        app_fail(&x->c->app, APP_CONFIG, "%s: %s.", path, strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB)) {
        app_fail(&x->c->app, APP_CONFIG, "Another process watches the hand-ins of %s with this home. One is enough.",
                 x->id);
        close(fd);
        fd = -1;
    }
    free(path);
    return fd;
}

static void wait_ms(int64_t ms)
{
    for (; ms > 0 && !cli_interrupted; ms -= SLICE_MS)
        nanosleep(&(struct timespec){ 0, SLICE_MS * 1000000L }, NULL);
}

/* A place that cannot be reached comes back, and a grading of somebody else's ends; other failures stay. */
static bool passes(int rc)
{
    return rc == APP_FAILED || rc == APP_OURS;
}

static void tell_look(struct collecting *x)
{
    if (!json_array_size(x->rows))
        return;
    collect_report_rows(x);
    fold_flush();
    fflush(stdout);
}

/* One look and what follows; *ret_news: something came. */
static int look_and_grade(struct collecting *x, bool *ret_news)
{
    bool busy = false;
    int rc = collect_look(x);
    *ret_news = json_array_size(x->rows) > 0;
    tell_look(x);
    rc = rc ? rc : collect_grade(x, &busy);
    if (!rc && busy)
        cli_say("Another process is grading with this workbook; the next look goes on.");
    fold_flush();
    fflush(stdout);
    return rc;
}

int collect_watch(struct collecting *x)
{
    struct cli *c = x->c;
    int64_t least = 1000 * (c->opt.every ? c->opt.every : EVERY_S), pause = least;
    int lock = collect_lock(x), rc = lock < 0 ? APP_CONFIG : 0;
    if (!rc)
        printf("Watching the hand-ins of %s. Ctrl-C ends the watch; nothing is lost.\n", x->id);
    fold_flush();
    fflush(stdout);
    while (!rc && !cli_interrupted) {
        bool news = false;
        rc = look_and_grade(x, &news);
        if (passes(rc)) {
            cli_fail(c, rc);
            rc = 0;
            news = false;
        }
        pause = news ? least : pause * 2 > RARELY * least ? RARELY * least : pause * 2;
        wait_ms(rc ? 0 : news ? least : pause);
    }
    if (lock >= 0)
        close(lock);
    rc = rc == APP_INTERRUPTED || (!rc && cli_interrupted) ? APP_INTERRUPTED : rc;
    if (rc && rc != APP_INTERRUPTED)
        return cli_fail(c, rc);
    return rc;
}
