/* watch: a run at every save. On a terminal a cleared page with its time, what is won so far, and keys. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "tui/app/evidence.h"
#include "fold.h"
#include "tui/app/parts.h"
#include "tui/app/watch.h"
#include "runner/base/js.h"

struct watching {
    struct cli *c;
    const char *id;
    const json_t *lab;
    struct watch *w;
    bool keys; /* a person sits there: the page is cleared, and keys are read */
};

/* Keys come at once and are not shown; Ctrl-C still is a signal. `was`: what the terminal goes back to. */
static bool read_keys(struct termios *was)
{
    struct termios now;
    if (tcgetattr(STDIN_FILENO, was))
        return false;
    now = *was;
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    return !tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
}

static void print_head(const struct watching *x)
{
    char at[16];
    struct tm tm;
    time_t now = (time_t)(app_now() / 1000);
    localtime_r(&now, &tm);
    strftime(at, sizeof at, "%H:%M:%S", &tm);
    printf("\033[H\033[2J\033[3J%s%s  %s%s  watch, %s\n\n", cli_color(x->c, "bold"), x->id, js_text(x->lab, "title"),
           cli_color(x->c, "off"), at);
    fold_flush();
}

/* What was won by any run stands, whatever this one was. */
static void print_foot(const struct watching *x)
{
    json_t *standing = app_standing(&x->c->app, x->lab);
    size_t k, won = 0;
    const json_t *m;
    printf("\n%.4g of %.4g points so far:", js_number(standing, "points"), js_number(standing, "max"));
    json_array_foreach(json_object_get(standing, "milestones"), k, m)
        if (!strcmp(js_text(m, "status"), "PASS"))
            printf("%s %s %s", won++ ? "," : "", js_text(m, "id"), cli_mark("PASS"));
    printf("%s\n%sr run  p profile  b bench  h hint  q quit; a save runs, too%s\n",
           won ? "" : " no milestone is won yet", cli_color(x->c, "dim"), cli_color(x->c, "off"));
    json_decref(standing);
    fold_flush();
}

static int one_run(const struct watching *x, const char *verb, const char *const *phases)
{
    struct cli *c = x->c;
    json_t *report;
    if (x->keys)
        print_head(x);
    int code = cli_run(c, x->id, verb, phases, 1, &report, NULL);
    if (report && c->app.json) {
        json_dumpf(report, stdout, JSON_COMPACT);
        putchar('\n');
    } else if (report) {
        cli_print_report(c, report);
    }
    if (x->keys)
        print_foot(x);
    fold_flush();
    json_decref(report);
    return code;
}

static void one_hint(const struct watching *x)
{
    char *arg = (char *)(size_t)x->id, **args = x->c->args;
    x->c->args = &arg;
    print_head(x);
    cmd_hint(x->c);
    x->c->args = args;
    print_foot(x);
}

/* 'r' for a save, a key, or 0: it is over. */
static int next_event(const struct watching *x)
{
    enum { LONGEST_MS = 250 }; /* a signal between the test and the call would be missed */
    while (!cli_interrupted) {
        struct pollfd f[2] = { { STDIN_FILENO, POLLIN, 0 }, { watch_fd(x->w), POLLIN, 0 } };
        int due = watch_due_ms(x->w);
        char key;
        poll(f, 2, due < 0 || due > LONGEST_MS ? LONGEST_MS : due); /* a descriptor of -1 is passed over */
        if (f[0].revents && read(STDIN_FILENO, &key, 1) == 1)
            return key;
        if (f[0].revents & (POLLHUP | POLLERR | POLLNVAL))
            return 0;
        if (watch_check(x->w))
            return 'r';
    }
    return 0;
}

static int with_keys(const struct watching *x)
{
    static const char *const test[] = { "correct", "sanitize", NULL };
    static const char *const profile[] = { "correct", "profile", NULL }, *const bench[] = { "correct", "perf", NULL };
    int code = one_run(x, "test", test);
    for (int key; code != APP_INTERRUPTED && (key = next_event(x)) && key != 'q';) {
        if (key == 'r')
            code = one_run(x, "test", test);
        else if (key == 'p')
            code = one_run(x, "profile", profile);
        else if (key == 'b')
            code = one_run(x, "bench", bench);
        else if (key == 'h')
            one_hint(x);
    }
    return code;
}

static int without_keys(const struct watching *x)
{
    static const char *const test[] = { "correct", "sanitize", NULL };
    int code;
    do {
        code = one_run(x, "test", test);
    } while (!cli_interrupted && code != APP_INTERRUPTED && watch_wait(x->w, &cli_interrupted));
    return code;
}

/* The folders of those parts that are the learner's own: a save there is a change of this lab's program. */
static void watch_parts(struct watching *x)
{
    size_t k;
    const json_t *p;
    json_t *all = parts_of(&x->c->app, x->lab);
    json_array_foreach(all, k, p) {
        char *dir = app_work_dir(&x->c->app, js_text(p, "lab"));
        if (x->w && json_is_true(json_object_get(p, "yours")))
            watch_also(x->w, dir);
        free(dir);
    }
    json_decref(all);
}

int cmd_watch(struct cli *c)
{
    json_t *lab = cli_lab(c, c->args[0]);
    if (!lab)
        return APP_USAGE;
    const char *id = js_text(lab, "id"), *how = "";
    if (evidence_capstone(lab)) {
        app_fail(&c->app, APP_USAGE, "%s has no file to watch. `ridge test %s` judges it.", id, id);
        json_decref(lab);
        return cli_fail(c, APP_USAGE);
    }
    char *dir = app_work_dir(&c->app, id);
    struct termios was;
    struct watching x = { .c = c, .id = id, .lab = lab, .w = watch_open(dir, &how) };
    int code = 0;
    watch_parts(&x);
    if (!x.w && access(dir, F_OK)) {
        app_fail(&c->app, APP_USAGE, "You have not started %s. `ridge start %s` lays out its files.", id, id);
        code = cli_fail(c, APP_USAGE);
    } else if (!x.w) {
        app_fail(&c->app, APP_USAGE, "%s cannot be watched: %s. `ridge start %s` makes the folder.", dir, how, id);
        code = cli_fail(c, APP_USAGE);
    } else {
        fprintf(stderr, "Watching %s (%s). Ctrl-C ends.\n", dir, how);
        x.keys = c->app.interactive && !c->app.json && read_keys(&was);
        code = x.keys ? with_keys(&x) : without_keys(&x);
    }
    if (x.keys)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &was);
    watch_close(x.w);
    free(dir);
    json_decref(lab);
    return cli_interrupted ? APP_INTERRUPTED : code;
}
