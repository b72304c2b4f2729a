/* What watching a lab does beyond the run at each save: once it has been quiet for a while and the machine is, too,
 * what was saved is timed. Nothing is timed that was not found correct, and nothing goes on to the next lab by itself.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "view_lab.h"
#include "runner/base/js.h"

enum { QUIET_S = 10 };
#define LOAD_PER_CORE .5 /* more and pairs would be discarded as disturbed, one after the other */

static int64_t now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec;
}

static double setting(const char *name, double usual)
{
    const char *s = getenv(name);
    return s && *s ? strtod(s, NULL) : usual;
}

void lab_tell_watch(struct view *v, const char *more)
{
    struct lab_page *l = v->data;
    if (!l->watching || !l->started)
        snprintf(v->right, sizeof v->right, "%s", l->started ? "not watching" : "");
    else
        snprintf(v->right, sizeof v->right, "%swatching (%.50s)%s%.48s", *l->how ? "" : "not ", l->how,
                 *more ? " · " : "", more);
}

/* What the report says of the milestones of a kind: 1 all passed, 0 not all, -1 there is none. */
static int passed(const json_t *report, const char *kind)
{
    int all = -1;
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (!strcmp(js_text(m, "kind"), kind))
            all = all && !strcmp(js_text(m, "status"), "PASS");
    return all;
}

/* Is there a bench that the next run would judge? One of another backend is skipped, a locked one waits for a
 * profile. */
static int can_be_timed(const json_t *report, int *locked)
{
    size_t k;
    const json_t *m;
    int any = 0;
    *locked = 0;
    json_array_foreach(json_object_get(report, "milestones"), k, m)
        if (!strcmp(js_text(m, "kind"), "perf") && strcmp(js_text(m, "status"), "SKIPPED")) {
            any = 1;
            *locked |= !strncmp(js_text(m, "message"), "Locked", 6);
        }
    return any;
}

void lab_watch_ended(struct view *v)
{
    struct lab_page *l = v->data;
    const struct run *run = screen_run(v->scr);
    int locked = 0;
    l->untimed = run->by_save == SAVED && l->watching && passed(run->report, "correct") == 1 &&
                 passed(run->report, "sanitize") && can_be_timed(run->report, &locked);
    l->quiet_since = now_s();
    if (l->untimed && locked)
        lab_tell_watch(v, "Timing unlocks after a profile: press p.");
    else
        lab_tell_watch(v, "");
    l->untimed &= !locked;
}

int lab_times_now(struct view *v, unsigned *bits)
{
    struct lab_page *l = v->data;
    double load = 0, most = setting("RIDGE_WATCH_LOAD", LOAD_PER_CORE) * (double)sysconf(_SC_NPROCESSORS_ONLN);
    int64_t left = l->quiet_since + (int64_t)setting("RIDGE_WATCH_QUIET_S", QUIET_S) - now_s();
    char why[64];
    if (!l->untimed || !l->watching || screen_run(v->scr)->running)
        return 0;
    if (left > 0)
        snprintf(why, sizeof why, "timing in %lld s", (long long)left);
    else if (getloadavg(&load, 1) == 1 && load >= most)
        snprintf(why, sizeof why, "Machine busy (load %.1f). Timing starts when it is below %.1f; b times now.", load,
                 most);
    else
        return 1;
    lab_tell_watch(v, why);
    *bits = VIEW_HANDLED;
    return 0;
}
