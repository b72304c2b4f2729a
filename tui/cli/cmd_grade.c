/* ridge grade: what a class handed in, taken, run, judged and listed. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/class/adjust.h"
#include "grader/class/anonymous.h"
#include "runner/base/js.h"
#include "tui/app/class_book.h"
#include "tui/app/class_intake.h"
#include "tui/app/class_run.h"
#include "tui/app/class_seed.h"
#include "tui/app/class_sheet.h"
#include "tui/app/class_similar.h"

/* Grades that are given are changed by nobody who has not seen how. */
static int agree_to_policy(struct cli *c, const struct class_book *b, json_t *policy)
{
    struct class_book other = *b;
    other.policy = policy;
    json_t *old = class_book_rows(&c->app, b, NULL, false), *now = class_book_rows(&c->app, &other, NULL, false);
    json_t *list = class_changes(old, now);
    size_t n = json_array_size(list);
    int rc = 0;
    char question[120];
    snprintf(question, sizeof question, "This policy changes %zu grade%s that the class has. Change %s?", n, cli_s(n),
             n == 1 ? "it" : "them");
    if (!c->app.json)
        cli_print_changes(c, list);
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
    const struct class_policy said = cli_policy(&c->opt);
    struct class_book b;
    if (!class_policy_said(&said))
        return 0;
    if (class_book_open(&c->app, js_text(lab, "id"), &b) != APP_OK)
        return APP_CONFIG;
    json_t *now = class_policy_over(&c->app, b.policy, &said);
    int rc = now ? 0 : APP_USAGE;
    rc = rc ? rc : agree_to_policy(c, &b, now);
    rc = rc ? rc : (int)class_policy_put(&c->app, js_text(lab, "id"), now);
    json_decref(now);
    class_book_close(&b);
    return rc;
}

/* Why the grade is what it is, and a quiet mark where the work is the reference's. */
static void add_why(struct cli_table *t, const json_t *row, const json_t *resemblance)
{
    double share = class_similar_share(resemblance, js_text(row, "key"));
    const char *why = js_text(row, "why");
    if (share > 0)
        cli_table_cellf(t, NULL, "%s%s(%.0f %% is the reference)", why, *why ? " " : "", 100 * share);
    else
        cli_table_cell(t, NULL, why);
}

static void print_rows(const struct cli *c, const json_t *rows, const json_t *resemblance)
{
    static const struct cli_table_column columns[] = {
        { .head = "key", .least = 12 }, { .head = "name", .least = 16 }, { .head = "status" },
        { .head = "points", .rank = 3, .right = true }, { .head = "max", .rank = 4, .right = true },
        { .head = "days late", .rank = 2, .right = true }, { .head = "penalty", .rank = 5, .right = true },
        { .head = "grade", .right = true }, { .head = "hand-ins", .rank = 6, .right = true },
        { .head = "why", .under = true }
    };
    static const char *const numbers[] = { "points", "max", "late_days", "penalty", "grade", "attempts" };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        cli_table_cell(t, NULL, js_text(r, "key"));
        cli_table_cell(t, NULL, js_text(r, "name"));
        cli_table_status(t, js_text(r, "status"));
        for (size_t q = 0; q < sizeof numbers / sizeof *numbers; q++)
            cli_table_number(t, r, numbers[q]);
        add_why(t, r, resemblance);
    }
    cli_table_print(c, t);
}

static void print_unknown(const struct cli *c, const json_t *strangers)
{
    if (!json_array_size(strangers))
        return;
    printf("\nNot matched to any student:\n");
    cli_print_pairs(c, strangers, "path", "why");
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

/* By how many points the class was graded: [{"max","n"}], yours; more than one is two scales in one table. */
static json_t *scales(const json_t *rows)
{
    json_t *list = json_array(), *s = NULL;
    size_t k, q;
    const json_t *r, *max;
    json_array_foreach(rows, k, r) {
        max = json_object_get(r, "max");
        if (!json_is_number(max) || adjust_decides(r))
            continue;
        json_array_foreach(list, q, s)
            if (js_number(s, "max") == json_number_value(max))
                break;
        if (q == json_array_size(list))
            json_array_append_new(list, json_pack("{s:O s:i}", "max", max, "n", 1));
        else
            json_object_set_new(s, "n", json_integer((json_int_t)js_number(s, "n") + 1));
    }
    return list;
}

static void print_scales(const json_t *lab, const json_t *list)
{
    size_t k;
    const json_t *s;
    if (json_array_size(list) < 2)
        return;
    printf("\nNot one scale: ");
    json_array_foreach(list, k, s)
        printf("%s%g %s graded by %g points", k ? ", " : "", js_number(s, "n"), js_number(s, "n") == 1 ? "was" : "were",
               js_number(s, "max"));
    printf(".\nPoints of different phases, or of another version of the lab, do not compare, and no mean is shown.\n"
           "`ridge regrade --lab %s` grades all by the lab and the phases of now; --yes publishes.\n",
           js_text(lab, "id"));
}

/* How many of each status, how many were late, and what they reached. */
static void print_summary(const json_t *lab, const json_t *rows)
{
    json_t *by_max = scales(rows);
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
    printf("\n%zu student%s", json_array_size(rows), cli_s(json_array_size(rows)));
    for (k = 0; class_statuses[k]; k++) {
        if (!count_status(rows, class_statuses[k]))
            continue;
        printf("%s%zu %s", between, count_status(rows, class_statuses[k]), class_statuses[k]);
        between = ", ";
    }
    if (graded && json_array_size(by_max) < 2)
        printf("; mean grade %.1f of %g over %zu, %zu of them late", grades / (double)graded, max, graded, late);
    else if (graded)
        printf("; %zu of them late", late);
    printf("\n");
    print_scales(lab, by_max);
    json_decref(by_max);
}

/* The students whose day of hand-in is a guess: how many, and their keys. */
static size_t marked_late(const json_t *rows, struct text *keys)
{
    size_t k, n = 0;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        if (strcmp(js_text(r, "mark"), "late") || js_number(r, "late_days") <= 0 || adjust_decides(r))
            continue;
        text_addf(keys, "%s%s", n++ ? ", " : "", js_text(r, "key"));
    }
    return n;
}

/* What Ridge leaves to a person, and how to go on. */
static void print_open(const json_t *lab, const json_t *rows, const json_t *resemblance)
{
    struct text keys = { 0 };
    size_t marked = marked_late(rows, &keys);
    size_t held = count_status(rows, "HELD"), refused = count_status(rows, "REFUSED");
    size_t doubt = count_status(rows, "INCONCLUSIVE") + count_status(rows, "SUSPICIOUS");
    size_t copies = json_array_size(json_object_get(resemblance, "copies"));
    size_t alike = json_array_size(json_object_get(resemblance, "clusters"));
    if (held + doubt + refused + marked + copies + alike)
        printf("\nFor you to decide:\n");
    if (held)
        printf("  %zu held: not graded yet, so that no points are lost. The last column says what went wrong each of "
               "the %d times.\n", held, DB_GRADING_TRIES);
    if (doubt)
        printf("  %zu in doubt: what was right counts, and what cannot be believed does not. Read the students' "
               "pages.\n", doubt);
    if (held + doubt)
        printf("  `ridge regrade --lab %s --only KEY` grades one student again: after noise on a quiet machine, after "
               "doubtful times of a GPU on another machine. With --yes the new result counts.\n", js_text(lab, "id"));
    if (marked)
        printf("  %zu late by Canvas's mark alone, which does not say when and counts as one day: %s. `ridge grade "
               "FILE --lab %s --received TIME` with what the student handed in says when; for one who was in time "
               "after all: `ridge adjust --lab %s --only KEY --due none --reason TEXT`.\n", marked, text_str(&keys),
               js_text(lab, "id"), js_text(lab, "id"));
    if (refused)
        printf("  %zu refused: not graded. The last column says what is missing. Put the files that you accept into a "
               "folder named by the student's key, and `ridge grade KEY/ --lab %s --received TIME` takes the folder, "
               "with the time of the first hand-in. Where only an ending is another one, name what came in again with "
               "--ending .c.txt.\n", refused, js_text(lab, "id"));
    if (copies)
        printf("  %zu whose own work is the reference solution's, which lies on every student's disk: the last column "
               "says how much of it.\n", copies);
    if (alike)
        printf("  %zu group%s of hand-ins resemble each other: `ridge similar %s --html FILE` shows them side by "
               "side.\n", alike, cli_s(alike), js_text(lab, "id"));
    text_finish(&keys);
}

static void print_notes(const struct cli *c, const json_t *notes, const json_t *times)
{
    size_t k;
    const json_t *n;
    if (json_array_size(notes)) {
        printf("\nAccepted, with a choice made by Ridge:\n");
        cli_print_pairs(c, notes, "key", "note");
    }
    json_array_foreach(times, k, n)
        printf("\nTimes: %s.\n", json_string_value(n));
}

/* Graded by pseudonyms: neither what names students nor the secret that makes the pseudonyms is shown. */
static void hide_names(json_t *policy, json_t *notes, json_t *strangers, json_t *resemblance)
{
    json_object_set_new(policy, "anonymous", json_true());
    json_array_clear(notes);
    json_array_clear(strangers);
    json_object_set_new(resemblance, "copies", json_array());
    json_object_set_new(resemblance, "clusters", json_array());
}

/* `notes`, `times`: of class_intake(). */
static int show_class(struct cli *c, const json_t *lab, json_t *notes, const json_t *times)
{
    struct class_book b;
    if (class_book_open(&c->app, js_text(lab, "id"), &b) != APP_OK)
        return APP_CONFIG;
    json_t *rows = class_book_rows(&c->app, &b, NULL, false), *strangers = class_strangers(&c->app, js_text(lab, "id"));
    json_t *resemblance = class_similar(&c->app, lab), *policy = json_deep_copy(b.policy);
    bool hides = anonymous_secret(b.policy) != NULL;
    if (hides)
        hide_names(policy, notes, strangers, resemblance);
    int code = cli_keep_sections(c, rows);
    if (code)
        cli_fail(c, code);
    else if (c->app.json)
        cli_json(json_pack("{s:s s:s s:O s:O s:O s:O s:O s:O s:O s:o s:s}", "schema", "ridge.class/1", "lab",
                           js_text(lab, "id"), "policy", policy, "rows", rows, "unknown", strangers, "notes", notes,
                           "times", times, "copies", json_object_get(resemblance, "copies"), "clusters",
                           json_object_get(resemblance, "clusters"), "seeds",
                           class_seeds(&c->app, js_text(lab, "id")), "partial",
                           class_run_partial(lab, b.policy, NULL)));
    else {
        print_rows(c, rows, resemblance);
        print_summary(lab, rows);
        cli_print_credit(lab, b.policy);
        cli_print_adjusted(c, rows);
        print_open(lab, rows, resemblance);
        print_notes(c, notes, times);
        print_unknown(c, strangers);
        if (hides)
            printf("\nGraded by pseudonyms: what Ridge chose among files, whose files it does not know and whose "
                   "resemble each other is told once `ridge class %s --reveal --reason TEXT` has told the names.\n",
                   js_text(lab, "id"));
        cli_print_seed(c, js_text(lab, "id"));
        printf("\n`ridge export %s --format html --out DIR` writes a page for each; `ridge help export` lists the "
               "formats.\n",
               js_text(lab, "id"));
    }
    json_decref(policy);
    json_decref(resemblance);
    json_decref(strangers);
    json_decref(rows);
    class_book_close(&b);
    return APP_OK;
}

/* Grades by two rules do not stand in one table: another rule than that of the grades there are is a regrade's. */
static int one_rule(struct cli *c, const json_t *lab, const struct class_book *b, const char *partial)
{
    const char *was = class_run_partial(lab, b->policy, NULL);
    size_t k;
    const json_t *g;
    if (!strcmp(was, partial))
        return 0;
    json_array_foreach(b->gradings, k, g)
        if (!strcmp(js_text(g, "state"), "done"))
            return app_fail(&c->app, APP_USAGE, "Nothing was taken in or graded: the class has grades with --partial "
                            "%s. `ridge regrade --lab %s --partial %s` shows what another rule changes.", was,
                            js_text(lab, "id"), partial);
    return 0;
}

/* Takes in, queues and grades, by the phases and the rule that the class is graded by. */
static int grade_all(struct cli *c, const json_t *lab, json_t *notes, json_t *times)
{
    struct class_intake in = { c->args, c->nargs, c->opt.received, c->opt.ending.words, c->opt.ending.n,
                               &cli_interrupted };
    const char *phases[CLI_PHASES], *partial;
    struct class_book b;
    int rc = store_policy(c, lab);
    rc = rc || !c->opt.anonymous ? rc : (int)class_hide(&c->app, js_text(lab, "id"));
    rc = rc ? rc : (int)class_book_open(&c->app, js_text(lab, "id"), &b);
    if (rc)
        return rc;
    rc = cli_class_partial(c, lab, b.policy, &partial);
    rc = rc ? rc : one_rule(c, lab, &b, partial);
    rc = rc ? rc : (int)class_intake(&c->app, lab, &in, notes, times);
    rc = rc ? rc : cli_class_keep(c, js_text(lab, "id"), b.policy);
    rc = rc ? rc : (int)class_queue_new(&c->app, lab);
    cli_class_phases(c, b.policy, phases);
    rc = rc ? rc : cli_class_run(c, lab, phases, partial, NULL);
    class_book_close(&b);
    return rc;
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
    json_t *lab = cli_class_open(c, &lock, &rc);
    if (lab) {
        json_t *notes = json_array(), *times = json_array();
        rc = grade_all(c, lab, notes, times);
        class_run_unlock(lock);
        if (!rc || rc == APP_INTERRUPTED)
            show_class(c, lab, notes, times);
        json_decref(notes);
        json_decref(times);
        if (rc)
            cli_fail(c, rc);
    }
    json_decref(lab);
    return rc;
}
