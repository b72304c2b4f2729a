/* grade: what a class handed in, taken, run, judged and listed. regrade: once more, and what that changes. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/adjust.h"
#include "runner/box/box_level.h"
#include "tui/app/class_book.h"
#include "tui/app/class_run.h"
#include "tui/app/class_sheet.h"
#include "cli.h"
#include "db/gradebook.h"
#include "grader/class/hidden.h"
#include "grader/intake/intake.h"
#include "grader/class/late.h"
#include "runner/base/programs.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

enum { PHASES = 5 };

static int book_error(struct cli *c)
{
    return (int)app_fail(&c->app, APP_CONFIG, "%s", db_error(c->app.db));
}

static const char *id_of(const json_t *lab)
{
    return js_text(lab, "id");
}

/* ---- the assignment's policy --------------------------------------------------------------------------------- */

/* What the options say goes over what is stored. 0, or the exit code with the sentence. */
static int change_policy(struct cli *c, struct late_policy *p)
{
    const struct cli_values *o = &c->opt;
    if (o->due && cli_due(c, o->due, &p->has_due, &p->due))
        return APP_USAGE;
    if (o->late && late_parse_rate(o->late, &p->percent_per_day))
        return app_fail(&c->app, APP_USAGE, "--late takes a share a day, such as 10%%/day, or none; not \"%s\"",
                        o->late);
    if (o->grace && late_parse_span(o->grace, &p->grace))
        return app_fail(&c->app, APP_USAGE, "--grace takes a span, such as 15m or 2h; not \"%s\"", o->grace);
    if (o->keep)
        late_parse_keep(o->keep, &p->keep);
    return 0;
}

static int put_policy(struct cli *c, const json_t *lab, json_t *policy)
{
    return db_assignment_put(c->app.db, id_of(lab), policy) == DB_OK ? 0 : book_error(c);
}

static bool says_policy(const struct cli_values *o)
{
    return o->due || o->late || o->grace || o->keep || o->visibility;
}

/* A new policy: `old` with what the options say over it; NULL when they are wrong, *rc then says it. */
static json_t *policy_said(struct cli *c, const json_t *old, int *rc)
{
    struct late_policy p = late_from_json(old);
    *rc = change_policy(c, &p);
    if (*rc)
        return NULL;
    json_t *now = json_copy((json_t *)(size_t)old), *said = late_to_json(&p);
    json_object_update(now, said);
    json_decref(said);
    if (c->opt.visibility)
        json_object_set_new(now, "visibility", json_string(c->opt.visibility));
    return now;
}

/* ---- what another policy or round changes --------------------------------------------------------------------- */

static void print_number(const json_t *row, const char *key, const char *format)
{
    char text[24] = "-";
    if (json_is_number(json_object_get(row, key)))
        snprintf(text, sizeof text, "%g", js_number(row, key));
    printf(format, text);
}

/* [{"key","name","old","new","old_status","new_status","old_grade","new_grade"}] of those that change. */
static json_t *changes(const json_t *old, const json_t *now)
{
    json_t *list = json_array();
    size_t k;
    const json_t *was;
    json_array_foreach(old, k, was) {
        const json_t *is = json_array_get(now, k);
        if (json_equal(json_object_get(was, "grade"), json_object_get(is, "grade")) &&
            !strcmp(js_text(was, "status"), js_text(is, "status")))
            continue;
        json_array_append_new(list, json_pack("{s:s s:s s:s s:s s:O s:O}", "key", js_text(was, "key"), "name",
                                              js_text(was, "name"), "old_status", js_text(was, "status"), "new_status",
                                              js_text(is, "status"), "old_grade", json_object_get(was, "grade"),
                                              "new_grade", json_object_get(is, "grade")));
    }
    return list;
}

static void print_change_list(const json_t *list)
{
    size_t k;
    const json_t *d;
    json_array_foreach(list, k, d) {
        cli_column(js_text(d, "key"), 12);
        cli_column(js_text(d, "name"), 22);
        printf("%-13s", js_text(d, "old_status"));
        print_number(d, "old_grade", "%7s");
        printf("  ->  %-13s", js_text(d, "new_status"));
        print_number(d, "new_grade", "%7s\n");
    }
}

/* Grades that are given are changed by nobody who has not seen how. */
static int agree_to_policy(struct cli *c, const struct class_book *b, json_t *policy)
{
    struct class_book other = *b;
    other.policy = policy;
    json_t *old = class_book_rows(&c->app, b, NULL, false), *now = class_book_rows(&c->app, &other, NULL, false);
    json_t *list = changes(old, now);
    size_t n = json_array_size(list);
    int rc = 0;
    char question[120];
    snprintf(question, sizeof question, "This policy changes %zu grade%s that the class has. Change %s?", n, cli_s(n),
             n == 1 ? "it" : "them");
    if (!c->app.json)
        print_change_list(list);
    if (n && !cli_confirmed(c, question))
        rc = app_fail(&c->app, APP_USAGE, "Nothing was taken in or graded: this policy changes %zu grade%s that the "
                      "class has. The same command with --yes changes %s; without the policy it grades as before.", n,
                      cli_s(n), n == 1 ? "it" : "them");
    json_decref(list);
    json_decref(now);
    json_decref(old);
    return rc;
}

static int store_policy(struct cli *c, const json_t *lab)
{
    struct class_book b;
    int rc;
    if (!says_policy(&c->opt))
        return 0;
    if (class_book_open(&c->app, id_of(lab), &b) != APP_OK)
        return APP_CONFIG;
    json_t *now = policy_said(c, b.policy, &rc);
    rc = rc ? rc : agree_to_policy(c, &b, now);
    rc = rc ? rc : put_policy(c, lab, now);
    json_decref(now);
    class_book_close(&b);
    return rc;
}

/* ---- intake -------------------------------------------------------------------------------------------------- */

static void unknown(json_t *list, const char *path, const char *why)
{
    char *clean = util_clean(path, strlen(path), 0);
    json_array_append_new(list, json_pack("{s:s s:s}", "path", clean, "why", why));
    free(clean);
}

/* When a submission came in: the instructor's word before its files'. */
static int64_t received(const struct cli *c, const json_t *submission)
{
    int64_t said;
    return c->opt.received && !late_parse_time(c->opt.received, &said)
               ? said
               : (int64_t)json_integer_value(json_object_get(submission, "received"));
}

/* What was chosen of it, or opened, stands with where it came from, and is listed. */
static char *origin_of(const json_t *students, const json_t *s, json_t *notes)
{
    const char *note = js_text(s, "note"), *origin = js_text(s, "origin");
    if (!*note)
        return util_path("%s", origin);
    char *clean = util_clean(note, strlen(note), 0), *ret = util_path("%s (%s)", origin, clean);
    const json_t *student = json_array_get(students, (size_t)js_number(s, "student"));
    json_array_append_new(notes, json_pack("{s:s s:s}", "key", js_text(student, "key"), "note", clean));
    free(clean);
    return ret;
}

static int keep_one(struct cli *c, const json_t *lab, const json_t *students, const json_t *s, json_t *notes)
{
    struct db_file file[DB_MAX_FILES];
    size_t n = 0;
    const char *name, *why = json_string_value(json_object_get(s, "refused"));
    const json_t *text, *student = json_array_get(students, (size_t)js_number(s, "student"));
    json_object_foreach((json_t *)(size_t)json_object_get(s, "files"), name, text)
        if (n < DB_MAX_FILES)
            file[n++] = (struct db_file){ name, json_string_value(text), json_string_length(text) };
    char *origin = origin_of(students, s, notes);
    struct db_submission row = { (int64_t)json_integer_value(json_object_get(student, "id")),
                                 id_of(lab),
                                 received(c, s),
                                 origin,
                                 why,
                                 file,
                                 n };
    int rc = db_submission_add(c->app.db, &row, NULL, NULL) == DB_OK ? 0 : book_error(c);
    free(origin);
    return rc;
}

/* {path of what was taken in: [{"path","why"}]}: nobody's entries stay listed until it is taken in again. */
static json_t *strangers_kept(struct cli *c, const json_t *lab)
{
    json_t *kept = NULL;
    char *key = util_path("class.unknown:%s", id_of(lab));
    if (db_state_get(c->app.db, key, &kept) != DB_OK || !json_is_object(kept)) {
        json_decref(kept);
        kept = json_object();
    }
    free(key);
    return kept;
}

static int keep_strangers(struct cli *c, const json_t *lab, const char *path, json_t *list)
{
    json_t *kept = strangers_kept(c, lab);
    char *key = util_path("class.unknown:%s", id_of(lab));
    if (json_array_size(list))
        json_object_set(kept, path, list);
    else
        json_object_del(kept, path);
    int rc = db_state_put(c->app.db, key, kept) == DB_OK ? 0 : book_error(c);
    free(key);
    json_decref(kept);
    return rc;
}

/* One folder or archive: a class's, or one student's when it is named so. */
static int take_in(struct cli *c, const json_t *lab, const json_t *students, const char *path, json_t *notes)
{
    struct err e = { "" };
    char *real = realpath(path, NULL), *program = programs_find("ridge-intake");
    const char *base = real ? strrchr(real, '/') + 1 : path;
    size_t student = 0, k;
    int single = !intake_owner(students, base, &student), rc = 0;
    const json_t *s, *edit = json_object_get(lab, "edit");
    bool ours = false;
    json_t *entries = intake_fetch(program, path, single, edit, &ours, &e), *strangers = json_array();
    if (ours) {
        rc = app_fail(&c->app, APP_OURS, "%s: %s", path, e.text);
    } else if (!entries && single) {
        json_t *one = json_pack("{s:i s:s s:I s:s s:{}}", "student", (int)student, "origin", base, "received",
                                (json_int_t)0, "refused", e.text, "files");
        rc = keep_one(c, lab, students, one, notes);
        json_decref(one);
    } else if (!entries) {
        unknown(strangers, path, e.text);
    }
    json_t *g = entries ? intake_group(students, edit, entries, base, single ? (long)student : -1) : NULL;
    json_array_foreach(json_object_get(g, "submissions"), k, s)
        rc = rc ? rc : keep_one(c, lab, students, s, notes);
    json_array_extend(strangers, json_object_get(g, "unknown"));
    rc = rc ? rc : keep_strangers(c, lab, real ? real : path, strangers);
    json_decref(strangers);
    json_decref(g);
    json_decref(entries);
    free(program);
    free(real);
    return rc;
}

static int take_all_in(struct cli *c, const json_t *lab, json_t *notes)
{
    json_t *students = NULL;
    int64_t when;
    int rc = 0;
    if (db_students(c->app.db, &students) != DB_OK)
        return book_error(c);
    if (!json_array_size(students))
        rc = app_fail(&c->app, APP_USAGE, "There is no class yet. `ridge roster import FILE.csv` makes one.");
    else if (c->opt.received && (!c->nargs || late_parse_time(c->opt.received, &when)))
        rc = app_fail(&c->app, APP_USAGE, "--received takes a time with its offset, such as 2026-12-01T23:59+01:00, "
                      "and beside it the folders and archives that came in then; not \"%s\"", c->opt.received);
    for (int k = 0; k < c->nargs && !rc && !cli_interrupted; k++)
        rc = access(c->args[k], F_OK) ? (int)app_fail(&c->app, APP_USAGE, "%s: %s", c->args[k], strerror(errno))
                                      : take_in(c, lab, students, c->args[k], notes);
    json_decref(students);
    return rc;
}

/* Round 0 of what has no grading yet; a changed lab regrades nobody by itself. */
static int queue_new(struct cli *c, const json_t *lab)
{
    json_t *submissions = NULL, *gradings = NULL, *known = json_object();
    size_t k;
    const json_t *row;
    char id[24];
    int rc = db_submissions(c->app.db, id_of(lab), &submissions) == DB_OK &&
             db_gradings(c->app.db, id_of(lab), -1, &gradings) == DB_OK ? 0 : book_error(c);
    json_array_foreach(gradings, k, row) {
        snprintf(id, sizeof id, "%lld", (long long)js_number(row, "submission"));
        json_object_set_new(known, id, json_true());
    }
    json_array_foreach(submissions, k, row) {
        snprintf(id, sizeof id, "%lld", (long long)js_number(row, "id"));
        if (!rc && !json_is_string(json_object_get(row, "refused")) && !json_object_get(known, id) &&
            db_grading_queue(c->app.db, (int64_t)js_number(row, "id"), (int)js_number(lab, "rev"), 0, NULL, NULL) !=
                DB_OK)
            rc = book_error(c);
    }
    json_decref(known);
    json_decref(gradings);
    json_decref(submissions);
    return rc;
}

/* ---- the run -------------------------------------------------------------------------------------------------- */

static void phases_of(const struct cli *c, const char *ret[PHASES])
{
    static const char *const usual[] = { "correct", "sanitize", "perf", NULL };
    if (c->opt.phase)
        cli_phases_to(c->opt.phase, ret);
    else
        memcpy(ret, usual, sizeof usual);
}

static void time_left(double seconds, char to[24])
{
    if (seconds < 90)
        snprintf(to, 24, "%.0f s", seconds);
    else
        snprintf(to, 24, "%.0f min", seconds / 60);
}

/* On a terminal one line with a bar, else one line a verdict. */
static void on_progress(void *data, const char *name, const char *said, int finished, int all, double seconds)
{
    struct cli *c = data;
    static char last[128];
    char left[24] = "?", bar[21];
    if (finished)
        time_left(seconds / finished * (all - finished), left);
    if (name)
        snprintf(last, sizeof last, "%s: %s", name, said);
    if (!isatty(STDERR_FILENO) || c->app.json) {
        if (name)
            fprintf(stderr, "[%d/%d] %s; %s left\n", finished, all, last, left);
        return;
    }
    int full = all ? 20 * finished / all : 20;
    memset(bar, '.', 20);
    memset(bar, '#', (size_t)(full > 20 ? 20 : full));
    bar[20] = 0;
    fprintf(stderr, "\r\033[K[%s] %d/%d, %s left  %.60s", bar, finished, all, left, last);
}

static bool is_here(const struct cli *c)
{
    return !c->opt.executor || !strcmp(c->opt.executor, "local");
}

/* Nobody is graded in a weaker box than was asked for; what others wrote never in one without walls at all. A GPU's
 * runs have none yet: there it is the instructor who must ask. */
static int least_level(const struct cli *c, const json_t *lab)
{
    const char *wish = getenv("RIDGE_LEVEL");
    int driver = app_drives_gpu(lab, c->opt.backend);
    return wish && *wish ? box_level_parse(wish) : !driver;
}

/* Elsewhere the worker looks for itself. */
static int strong_enough(struct cli *c, const json_t *lab)
{
    int least = least_level(c, lab);
    struct box_level box;
    if (!is_here(c))
        return 0;
    if (box_unmet(box.why, sizeof box.why))
        return app_fail(&c->app, APP_CONFIG, "Nothing was graded: %s.", box.why);
    box_level(!strcmp(app_backend(lab, c->opt.backend), "cuda"), &box);
    if (box.level >= least &&
        (box.level > 0 || strcmp(app_backend(lab, c->opt.backend), "auto") || getenv("RIDGE_LEVEL")))
        return 0;
    least = least > 0 ? least : 1; /* of what runs on the emulator */
    return app_fail(&c->app, APP_CONFIG, "Nothing was graded: the sandbox here is L%d, and L%d is demanded: %s. "
                    "A lower --level grades, on your own word.", box.level, least, box.why);
}

static int run_queue(struct cli *c, const json_t *lab)
{
    const char *phases[PHASES];
    phases_of(c, phases);
    int rc = strong_enough(c, lab);
    if (rc)
        return rc;
    char level[8];
    snprintf(level, sizeof level, "L%d", least_level(c, lab));
    struct class_run_options o = { .phases = phases, .jobs = c->opt.jobs, .where = c->opt.executor,
                                   .spool = c->opt.spool, .level = level, .backend = c->opt.backend,
                                   .interrupted = &cli_interrupted, .progress = on_progress, .data = c };
    rc = (int)class_run(&c->app, lab, &o);
    if (isatty(STDERR_FILENO) && !c->app.json)
        fprintf(stderr, "\r\033[K");
    if (rc == APP_INTERRUPTED)
        app_fail(&c->app, APP_INTERRUPTED, "Interrupted; what is graded is kept. The same command goes on.%s",
                 c->opt.executor && !strcmp(c->opt.executor, "slurm") ? " Slurm works on with what it has." : "");
    return rc;
}

/* ---- what came of it -------------------------------------------------------------------------------------------- */

static void print_rows(const struct cli *c, const json_t *rows)
{
    size_t k;
    const json_t *r;
    printf("%-12s %-22s %-14s %7s %5s %5s %8s %7s %4s  %s\n", "key", "name", "status", "points", "max", "late",
           "penalty", "grade", "n", "why");
    json_array_foreach(rows, k, r) {
        cli_column(js_text(r, "key"), 12);
        cli_column(js_text(r, "name"), 22);
        cli_status_word(c, js_text(r, "status"));
        print_number(r, "points", "%7s ");
        print_number(r, "max", "%5s ");
        print_number(r, "late_days", "%5s ");
        print_number(r, "penalty", "%8s ");
        print_number(r, "grade", "%7s ");
        print_number(r, "attempts", "%4s");
        printf("  %s\n", js_text(r, "why"));
    }
}

static void print_unknown(const json_t *strangers)
{
    size_t k;
    const json_t *u;
    if (!json_array_size(strangers))
        return;
    printf("\nNot matched to any student:\n");
    json_array_foreach(strangers, k, u)
        printf("  %s: %s\n", js_text(u, "path"), js_text(u, "why"));
    printf(
        "Rename the file or folder to the student's key (`ridge roster` lists the keys), or import the missing "
        "student, and name the file to `ridge grade` again.\n");
}

static size_t count_status(const json_t *rows, const char *status)
{
    size_t k, n = 0;
    const json_t *r;
    json_array_foreach(rows, k, r)
        n += !strcmp(js_text(r, "status"), status) && !adjust_decides(r);
    return n;
}

/* How many of each status, how many were late, and what they reached. */
static void print_summary(const json_t *rows)
{
    size_t k, graded = 0, late = 0;
    double grades = 0, max = 0;
    const json_t *r;
    const char *between = ": ";
    json_array_foreach(rows, k, r) {
        graded += json_is_number(json_object_get(r, "grade"));
        late += js_number(r, "late_days") > 0;
        grades += js_number(r, "grade");
        max = js_number(r, "max") > max ? js_number(r, "max") : max;
    }
    printf("\n%zu students", json_array_size(rows));
    for (k = 0; class_statuses[k]; k++) {
        if (!count_status(rows, class_statuses[k]))
            continue;
        printf("%s%zu %s", between, count_status(rows, class_statuses[k]), class_statuses[k]);
        between = ", ";
    }
    if (graded)
        printf("; mean grade %.1f of %g over %zu, %zu of them late", grades / (double)graded, max, graded, late);
    printf("\n");
}

/* What Ridge leaves to a person, and how to go on. */
static void print_open(const json_t *lab, const json_t *rows)
{
    size_t held = count_status(rows, "HELD"), refused = count_status(rows, "REFUSED");
    size_t doubt = count_status(rows, "INCONCLUSIVE") + count_status(rows, "SUSPICIOUS");
    if (held + doubt + refused)
        printf("\nFor you to decide:\n");
    if (held)
        printf("  %zu held: not graded yet, and no point is lost; \"why\" says what went wrong, each of %d times\n",
               held, DB_GRADING_TRIES);
    if (doubt)
        printf("  %zu in doubt: what was right counts, what cannot be believed does not; read their pages\n", doubt);
    if (held + doubt)
        printf("`ridge regrade --lab %s --only KEY` grades one of them again: noise on a quiet machine, a GPU's\n"
               "times on another one. With --yes, what comes of it counts.\n", id_of(lab));
    if (refused)
        printf(
            "  %zu refused: not graded; \"why\" says what is missing. Put what you accept into a folder named by the\n"
            "student's key: `ridge grade KEY/ --lab %s --received TIME`, with the time it first came\n",
            refused, id_of(lab));
}

/* As one list, whatever was taken in when. */
static json_t *all_strangers(struct cli *c, const json_t *lab)
{
    json_t *kept = strangers_kept(c, lab), *list = json_array(), *v;
    const char *path;
    json_object_foreach(kept, path, v)
        json_array_extend(list, v);
    json_decref(kept);
    return list;
}

static void print_notes(const json_t *notes)
{
    size_t k;
    const json_t *n;
    if (json_array_size(notes))
        printf("\nAccepted, with a choice made by Ridge:\n");
    json_array_foreach(notes, k, n)
        printf("  %s: %s\n", js_text(n, "key"), js_text(n, "note"));
}

/* `notes`: what intake chose or opened this time. */
static int show_class(struct cli *c, const json_t *lab, const json_t *notes)
{
    struct class_book b;
    if (class_book_open(&c->app, id_of(lab), &b) != APP_OK)
        return APP_CONFIG;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false), *strangers = all_strangers(c, lab);
    if (c->app.json)
        cli_json(json_pack("{s:s s:s s:O s:O s:O s:O}", "schema", "ridge.class/1", "lab", id_of(lab), "policy",
                           b.policy, "rows", rows, "unknown", strangers, "notes", notes));
    else {
        print_rows(c, rows);
        print_summary(rows);
        cli_print_adjusted(rows);
        print_open(lab, rows);
        print_notes(notes);
        print_unknown(strangers);
        printf("\n`ridge export %s --format html --out DIR` writes a page for each; `ridge help export` lists the "
               "formats.\n",
               id_of(lab));
    }
    json_decref(strangers);
    json_decref(rows);
    class_book_close(&b);
    return APP_OK;
}

/* The lab that --lab names, with the workbook open and locked; NULL with *code set. */
static json_t *open_class(struct cli *c, int *lock, int *code)
{
    *lock = -1;
    if (!c->opt.lab) {
        *code = app_fail(&c->app, APP_USAGE, "Name the lab with --lab, such as --lab w02-transpose.");
        cli_fail(c, *code);
        return NULL;
    }
    json_t *lab = cli_lab(c, c->opt.lab);
    *code = lab ? (int)app_need_db(&c->app) : APP_USAGE;
    if (!*code && !json_array_size(json_object_get(lab, "calls")))
        *code = app_fail(&c->app, APP_USAGE, "Lab %s has no program to run, so there is nothing to grade.", id_of(lab));
    if (!*code)
        *code = app_need_backend(&c->app, lab, app_backend(lab, c->opt.backend));
    if (!*code && db_is_readonly(c->app.db))
        *code = app_fail(&c->app, APP_CONFIG, "The workbook %s can only be read; grades could not be kept.",
                         db_path(c->app.db));
    if (!*code && (*lock = class_run_lock(&c->app)) < 0)
        *code = APP_CONFIG;
    if (!*code)
        return lab;
    if (lab)
        cli_fail(c, *code);
    json_decref(lab);
    return NULL;
}

int cmd_grade(struct cli *c)
{
    int lock, rc;
    if (c->opt.runtime && strcmp(c->opt.runtime, "inproc")) {
        return cli_error(APP_USAGE,
                         "Grading needs --runtime inproc: over %s the ranks keep their own counters and share memory, "
                         "and could forge both. `ridge test --runtime %s` runs your own code.",
                         c->opt.runtime, c->opt.runtime);
    }
    json_t *lab = open_class(c, &lock, &rc);
    if (lab) {
        rc = store_policy(c, lab);
        json_t *notes = json_array();
        rc = rc ? rc : take_all_in(c, lab, notes);
        rc = rc ? rc : queue_new(c, lab);
        rc = rc ? rc : run_queue(c, lab);
        class_run_unlock(lock);
        if (!rc || rc == APP_INTERRUPTED)
            show_class(c, lab, notes);
        json_decref(notes);
        if (rc)
            cli_fail(c, rc);
    }
    json_decref(lab);
    return rc;
}

/* ---- regrade --------------------------------------------------------------------------------------------------- */

static int queue_round(struct cli *c, const json_t *lab, const struct class_book *b)
{
    size_t k;
    const json_t *s;
    int n = 0;
    json_array_foreach(b->submissions, k, s) {
        if (json_is_string(json_object_get(s, "refused")) ||
            (c->opt.only && strcmp(c->opt.only, js_text(s, "key"))))
            continue;
        n++;
        if (db_grading_queue(c->app.db, (int64_t)js_number(s, "id"), (int)js_number(lab, "rev"), b->round + 1, NULL,
                             NULL) != DB_OK)
            return book_error(c);
    }
    return n ? 0
             : (int)app_fail(&c->app, APP_USAGE, "There is nothing of %s to grade again.",
                             c->opt.only ? c->opt.only : id_of(lab));
}

static int publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    json_t *policy = json_copy(b->policy);
    json_object_set_new(policy, "round", json_integer(b->round + 1));
    int rc = put_policy(c, lab, policy);
    json_decref(policy);
    return rc;
}

/* Those that the round could not judge: their old grade stays. */
static size_t held_in(struct cli *c, const json_t *lab, int round)
{
    json_t *list = NULL;
    size_t k, n = 0;
    const json_t *g;
    if (db_gradings(c->app.db, id_of(lab), round, &list) == DB_OK)
        json_array_foreach(list, k, g)
            n += !strcmp(js_text(g, "state"), "held");
    json_decref(list);
    return n;
}

static void print_changes(const json_t *list, size_t held, int published)
{
    print_change_list(list);
    if (!json_array_size(list))
        printf("No grade changes.\n");
    if (held)
        printf("%zu held: not judged, each of %d times, so the old grade stays.\n", held, DB_GRADING_TRIES);
    printf(published ? "Published.\n" : "Not published: the class still has the old grades. --yes publishes.\n");
}

/* Shows what `b` and `now` differ in, and what a person decided whatever either says. */
static int show_changes(struct cli *c, const json_t *lab, const struct class_book *b, const json_t *now, int round,
                        size_t held)
{
    json_t *old = class_book_rows(&c->app, b, NULL, false), *list = changes(old, now), *adjusted = cli_adjusted(now);
    if (c->app.json) {
        cli_json(json_pack("{s:s s:s s:i s:b s:O s:I s:O}", "schema", "ridge.regrade/1", "lab", id_of(lab), "round",
                           round, "published", c->app.yes, "changes", list, "held", (json_int_t)held, "adjusted",
                           adjusted));
    } else {
        print_changes(list, held, c->app.yes);
        cli_print_adjusted(now);
    }
    json_decref(adjusted);
    json_decref(list);
    json_decref(old);
    return 0;
}

static int compare_and_publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    json_t *gradings = NULL;
    if (class_book_gradings(&c->app, id_of(lab), b->round + 1, &gradings) != APP_OK)
        return APP_CONFIG;
    json_t *now = class_book_rows(&c->app, b, gradings, false);
    size_t held = held_in(c, lab, b->round + 1);
    int rc = c->app.yes ? publish(c, lab, b) : 0;
    rc = rc ? rc : show_changes(c, lab, b, now, b->round + 1, held);
    json_decref(now);
    json_decref(gradings);
    return rc;
}

/* Another policy over the same verdicts: nothing runs. */
static int change_and_publish(struct cli *c, const json_t *lab, const struct class_book *b)
{
    int rc;
    if (c->opt.only || c->opt.phase || c->opt.backend || c->opt.executor)
        return app_fail(&c->app, APP_USAGE, "--due, --late, --grace, --keep and --visibility change what the same "
                        "verdicts are worth, for the whole class, and nothing runs; give them without --only, --phase, "
                        "--backend and --executor.");
    struct class_book other = *b;
    other.policy = policy_said(c, b->policy, &rc);
    if (!other.policy)
        return rc;
    json_t *now = class_book_rows(&c->app, &other, NULL, false);
    rc = c->app.yes ? put_policy(c, lab, other.policy) : 0;
    rc = rc ? rc : show_changes(c, lab, b, now, b->round, 0);
    json_decref(now);
    json_decref(other.policy);
    return rc;
}

static int run_again(struct cli *c, const json_t *lab, const struct class_book *b)
{
    int rc = queue_round(c, lab, b);
    rc = rc ? rc : run_queue(c, lab);
    return rc ? rc : compare_and_publish(c, lab, b);
}

int cmd_regrade(struct cli *c)
{
    struct class_book b = { 0 };
    int lock, rc;
    if (c->opt.received) {
        return cli_error(APP_USAGE, "--received belongs to `ridge grade`, where something is handed in.");
    }
    json_t *lab = open_class(c, &lock, &rc);
    if (lab) {
        rc = (int)class_book_open(&c->app, id_of(lab), &b);
        if (!rc)
            rc = says_policy(&c->opt) ? change_and_publish(c, lab, &b) : run_again(c, lab, &b);
        class_book_close(&b);
        class_run_unlock(lock);
        if (rc)
            cli_fail(c, rc);
    }
    json_decref(lab);
    return rc;
}
