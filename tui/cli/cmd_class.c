/* class: students down, labs across; and one lab, milestone by milestone. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/gradebook.h"
#include "grader/class/late.h"
#include "tui/app/class_book.h"
#include "tui/app/class_policy.h"
#include "tui/app/class_remark.h"
#include "tui/app/class_sheet.h"
#include "cli_class.h"
#include "cli_table.h"
#include "grader/class/items.h"
#include "tui/screen/screen.h"
#include "runner/base/figure.h"
#include "runner/base/util.h"
#include "runner/base/js.h"

static json_t *to_json(const struct class_sheet *s)
{
    json_t *labs = json_array(), *rows = json_array();
    for (size_t k = 0; k < s->nlabs; k++)
        json_array_append_new(labs, json_string(s->lab[k]));
    for (size_t k = 0; k < s->nstudents; k++) {
        const struct class_student *t = &s->student[k];
        json_t *cells = json_object();
        for (size_t q = 0; q < s->nlabs; q++) {
            const struct class_cell *c = class_sheet_cell(s, k, q);
            json_object_set_new(cells, s->lab[q],
                                json_pack("{s:s s:s s:o s:f s:i s:s s:b}", "status", c->status, "stage", c->stage,
                                          "grade",
                                          strcmp(c->status, "EXCUSED") ? json_real(c->grade) : json_null(), "max",
                                          c->max, "late_days", c->late_days, "adjust", c->marks, "copy", c->copy));
        }
        json_array_append_new(rows, json_pack("{s:s s:s s:s s:f s:f s:i s:i s:o}", "key", t->key, "name", t->name,
                                              "section", t->section, "total", t->total, "possible",
                                              s->possible - t->excused, "passed", t->passed, "late_days",
                                              t->late_days, "labs", cells));
    }
    return json_pack("{s:s s:f s:i s:o s:o}", "schema", "ridge.sheet/1", "possible", s->possible, "late_days",
                     s->late_days, "labs", labs, "rows",
                     rows);
}

/* Signs of labs in groups of five: a line that is too long is broken between two of them. The pen makes signs ASCII
 * where they must be. */
enum { GROUP = 5 };

static int group_width(const struct class_sheet *s, size_t first)
{
    int width = 0;
    for (size_t q = first; q < s->nlabs && q < first + GROUP; q++)
        width += class_sheet_marked(s, q) ? 2 : 1;
    return width;
}

/* "1---- 6----": where the first lab of each group stands. */
static void group_heads(const struct class_sheet *s, struct text *head)
{
    for (size_t first = 0; first < s->nlabs; first += GROUP) {
        char number[24];
        int room = group_width(s, first), n = snprintf(number, sizeof number, "%zu", first + 1);
        text_addf(head, "%s%s", first ? " " : "", n > room ? "" : number);
        for (int k = n > room ? 0 : n; k < room; k++)
            text_add(head, "-", 1);
    }
}

static void add_student(struct cli_table *t, const struct class_sheet *s, size_t student)
{
    const struct class_student *who = &s->student[student];
    char signs[4096];
    struct pen *p = pen_to_text(signs, sizeof signs, 3 * (int)s->nlabs, !cli_utf8());
    for (size_t q = 0; p && q < s->nlabs; q++) {
        const struct class_cell *c = class_sheet_cell(s, student, q);
        if (q && q % GROUP == 0)
            pen_put(p, STYLE_TEXT, " ");
        const char *mark = class_sheet_mark(c);
        if (class_sheet_marked(s, q)) /* a blank that no line is broken at keeps the group together */
            pen_put(p, STYLE_TEXT, mark ? mark : "\u00a0");
        pen_put(p, STYLE_TEXT, class_sign(c, NULL));
    }
    pen_free(p);
    cli_table_cell(t, NULL, who->key);
    cli_table_cell(t, NULL, who->name);
    cli_table_cell(t, NULL, signs);
    cli_table_cellf(t, NULL, "%.1f", who->total);
    cli_table_cellf(t, NULL, "%d", who->passed);
    if (s->late_days)
        cli_table_cellf(t, NULL, "%d of %d", who->late_days, s->late_days);
}

static void print_students(const struct cli *c, const struct class_sheet *s)
{
    struct text head = { 0 };
    group_heads(s, &head);
    const struct cli_table_column columns[] = { { .head = "key", .least = 12 }, { .head = "name", .least = 14 },
                                                { .head = text_str(&head), .least = 2 * GROUP },
                                                { .head = "points", .right = true },
                                                { .head = "passed", .right = true },
                                                { .head = "late days", .rank = 1, .right = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns - !s->late_days, 0);
    for (size_t k = 0; k < s->nstudents; k++)
        add_student(t, s, k);
    cli_table_print(c, t);
    text_finish(&head);
}

static void print_adjusted(const struct class_sheet *s)
{
    size_t n = 0;
    for (size_t k = 0; k < s->nstudents * s->nlabs; k++)
        n += s->cell[k].marks[0] != 0;
    if (n)
        printf("Adjusted by hand: %zu (d due time, e excused, p points); `ridge adjust` says why\n", n);
    for (size_t q = 0; q < s->nlabs; q++)
        if (class_sheet_copies(s, q))
            printf("= own work is the reference solution's: %zu in %s; `ridge similar %s` says how much of it\n",
                   class_sheet_copies(s, q), s->lab[q], s->lab[q]);
}

static void print_labs(const struct cli *c, const struct class_sheet *s, const json_t *doc)
{
    static const struct cli_table_column columns[] = { { .right = true }, { .head = "lab" },
                                                       { .head = "passed", .right = true },
                                                       { .head = "missing", .right = true },
                                                       { .head = "0 to 100 %", .rank = 1 } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_t *plots = cli_class_plots(doc);
    char students[FIGURE], points[FIGURE];
    for (size_t q = 0; q < s->nlabs; q++) {
        cli_table_cellf(t, NULL, "%zu", q + 1);
        cli_table_cell(t, NULL, s->lab[q]);
        cli_table_cellf(t, NULL, "%zu", class_sheet_count(s, q, "PASS"));
        cli_table_cellf(t, NULL, "%zu", class_sheet_count(s, q, "MISSING"));
        cli_table_cell(t, NULL, js_text(plots, s->lab[q]));
    }
    json_decref(plots);
    printf("\n");
    cli_table_print(c, t);
    print_adjusted(s);
    printf("\n%s; %s in all labs together. `ridge class LAB` shows one lab.\n",
           figure_of((double)s->nnamed, "student", students), figure_of(s->possible, "point", points));
}

/* ---- one lab ------------------------------------------------------------------------------------------------ */

static void add_item(struct cli_table *t, const json_t *m)
{
    const json_t *facility = json_object_get(m, "facility"), *tells = json_object_get(m, "discrimination");
    char share[16] = "-", r[16] = "-";
    if (json_is_number(facility))
        snprintf(share, sizeof share, "%.0f %%", 100 * json_number_value(facility));
    if (json_is_number(tells))
        snprintf(r, sizeof r, "%.2f", json_number_value(tells));
    cli_table_cell(t, NULL, js_text(m, "id"));
    cli_table_cellf(t, NULL, "%.4g", js_number(m, "max"));
    cli_table_cellf(t, NULL, "%.0f", js_number(m, "passed"));
    cli_table_cellf(t, NULL, "%.0f", js_number(m, "failed"));
    cli_table_cellf(t, NULL, "%.0f", js_number(m, "open"));
    cli_table_cell(t, NULL, share);
    cli_table_cell(t, NULL, r);
}

static void add_mistake(struct cli_table *t, const json_t *m)
{
    const json_t *students = json_object_get(m, "students");
    cli_table_cellf(t, NULL, "%zu", json_array_size(students));
    cli_table_cellf(t, NULL, "%s: %s", js_text(m, "milestone"), js_text(m, "what"));
    cli_table_cell(t, NULL, "");
    cli_table_cellf(t, NULL, "%s: %s", json_string_value(json_array_get(students, 0)), js_text(m, "example"));
}

static void print_milestones(const struct cli *c, const json_t *d)
{
    static const struct cli_table_column columns[] = {
        { .head = "milestone", .least = 12 }, { .head = "points", .rank = 1, .right = true },
        { .head = "passed", .right = true }, { .head = "failed", .right = true }, { .head = "open", .right = true },
        { .head = "facility", .rank = 2, .right = true }, { .head = "discrimination", .rank = 3, .right = true }
    };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *m;
    json_array_foreach(json_object_get(d, "milestones"), k, m)
        add_item(t, m);
    cli_table_print(c, t);
}

static void print_mistakes(const struct cli *c, const json_t *mistakes)
{
    enum { SHOWN = 12 };
    static const struct cli_table_column columns[] = { { .head = "students", .right = true },
                                                       { .head = "mistake, and the first student's message" } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k, all = json_array_size(mistakes);
    const json_t *m;
    json_array_foreach(mistakes, k, m)
        if (k < SHOWN)
            add_mistake(t, m);
    if (all)
        printf("\n");
    cli_table_print(c, t);
    if (all > SHOWN)
        printf("%zu more; --json lists all.\n", all - SHOWN);
}

static void print_items(const struct cli *c, const json_t *d)
{
    const json_t *stages = json_object_get(d, "stages"), *median = json_object_get(d, "median");
    char students[FIGURE];
    printf("%s: %.0f of %s graded", js_text(d, "lab"), js_number(d, "graded"),
           figure_of(js_number(d, "students"), "student", students));
    if (json_is_number(median))
        printf("; median %.0f %% of the points; %.0f gold, %.0f silver, %.0f bronze", 100 * json_number_value(median),
               js_number(stages, "gold"), js_number(stages, "silver"), js_number(stages, "bronze"));
    printf("\n\n");
    print_milestones(c, d);
    printf("\nfacility: the share of the milestone's points that the class reached; discrimination: how those points "
           "go with the points of the other milestones (a correlation, from %d gradings on).\n", ITEMS_LEAST);
    print_mistakes(c, json_object_get(d, "mistakes"));
}

static enum app_exit print_lab(struct cli *c, const json_t *lab)
{
    struct class_book book;
    enum app_exit code = class_book_open(&c->app, js_text(lab, "id"), &book);
    if (code != APP_OK)
        return code;
    json_t *rows = class_book_rows(&c->app, &book, NULL, false);
    code = (enum app_exit)cli_keep_sections(c, rows);
    if (code == APP_OK && (code = class_book_add_reports(&c->app, rows)) == APP_OK) {
        json_t *items = items_of(lab, rows);
        if (c->app.json)
            cli_json(json_incref(items));
        else
            print_items(c, items);
        json_decref(items);
    }
    json_decref(rows);
    class_book_close(&book);
    return code;
}

/* ---- names, and who did what ---------------------------------------------------------------------------------- */

static int change_names(struct cli *c, const json_t *lab)
{
    const char *id = js_text(lab, "id");
    char *reason = NULL;
    int code;
    if (c->opt.anonymous && c->opt.reveal)
        return app_fail(&c->app, APP_USAGE, "Ask for one of --anonymous and --reveal.");
    if (c->opt.reveal && !(reason = class_text(&c->app, "--reason", c->opt.reason)))
        return APP_USAGE;
    code = (int)(c->opt.reveal ? class_reveal(&c->app, id, reason) : class_hide(&c->app, id));
    free(reason);
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:s s:b}", "schema", "ridge.names/1", "lab", id, "anonymous", c->opt.anonymous));
    else if (!code)
        printf(c->opt.reveal ? "The names of %s are shown again; the audit has the reason.\n"
                             : "%s is graded without names until `ridge class LAB --reveal --reason TEXT`.\n", id);
    return code;
}

enum { LOG_ROWS = 1000 };

/* Is this row of the audit about the class? */
static bool is_of_class(const json_t *row)
{
    static const char *const what[] = { "adjustment", "remark", "class.revealed", "assignment", "team",
                                        "student.forgotten" };
    for (size_t k = 0; k < sizeof what / sizeof *what; k++)
        if (!strcmp(js_text(row, "what"), what[k]))
            return true;
    return !strncmp(js_text(row, "what"), "grading.queued", 14);
}

static bool is_of_lab(const json_t *row, const char *lab)
{
    const char *said = js_text(json_object_get(row, "data"), "lab");
    return !strcmp(*said ? said : js_text(row, "subject"), lab);
}

/* What a person did: one sentence, without whom it was done to where the lab has no names. */
static void add_deed(struct cli_table *t, const json_t *row)
{
    const json_t *d = json_object_get(row, "data");
    const char *kind = js_text(d, "kind"), *why = *js_text(d, "reason") ? js_text(d, "reason") : js_text(d, "text");
    char when[32];
    late_format_time((int64_t)js_number(row, "at"), when);
    cli_table_cellf(t, NULL, "%.0f", js_number(row, "id"));
    cli_table_cell(t, NULL, when);
    cli_table_cell(t, NULL, js_text(row, "who"));
    cli_table_cell(t, NULL, *kind ? kind : js_text(row, "what"));
    cli_table_cell(t, NULL, why);
}

/* Newest first. Rows of gradings have no lab of their own, and are left out where one is asked for. */
static int print_log(struct cli *c, const json_t *lab)
{
    static const struct cli_table_column columns[] = { { .head = "audit", .right = true }, { .head = "when" },
                                                       { .head = "who", .least = 8 }, { .head = "what" },
                                                       { .head = "why", .under = true } };
    json_t *rows = NULL, *row, *found = json_array();
    size_t k;
    if (db_audit_list(c->app.db, LOG_ROWS, &rows) != DB_OK)
        return app_fail_db(&c->app);
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    json_array_foreach(rows, k, row) {
        if (!is_of_class(row) || (lab && !is_of_lab(row, js_text(lab, "id"))))
            continue;
        if (c->app.json)
            json_array_append_new(found, json_pack("{s:O s:O s:O s:O}", "id", json_object_get(row, "id"), "at",
                                                   json_object_get(row, "at"), "who", json_object_get(row, "who"),
                                                   "what", json_object_get(row, "what")));
        else
            add_deed(t, row);
    }
    cli_table_print(c, t);
    if (c->app.json)
        cli_json(json_pack("{s:s s:O}", "schema", "ridge.audit/1", "rows", found));
    json_decref(found);
    json_decref(rows);
    return APP_OK;
}

/* ---- all labs ----------------------------------------------------------------------------------------------- */

static void print_class(const struct cli *c, const struct class_sheet *s, const json_t *doc)
{
    if (!s->nstudents)
        printf("There is no class yet. `ridge roster import FILE.csv` makes one.\n");
    if (!s->nstudents)
        return;
    print_students(c, s);
    print_labs(c, s, doc);
}

static bool is_meant(const void *data, const char *section)
{
    return cli_in_section(data, section);
}

static enum app_exit show_sheet(struct cli *c, struct class_sheet *s)
{
    size_t all = s->nstudents;
    enum app_exit code = APP_OK;
    class_sheet_keep(s, is_meant, c);
    json_t *doc = to_json(s);
    if (all && !s->nstudents)
        code = app_fail(&c->app, APP_USAGE, "No student is in section %s; `ridge roster` lists the sections.",
                        c->opt.section.words[0]);
    else if (c->opt.total && s->nnamed < s->nstudents)
        code = app_fail(&c->app, APP_USAGE, "A lab of the term is graded without names, so that nobody has a total. "
                        "`ridge class LAB --reveal --reason TEXT` shows the names.");
    else if (c->opt.total)
        code = cli_class_total(c, doc);
    else if (c->app.json)
        cli_json(json_incref(doc));
    else
        print_class(c, s, doc);
    json_decref(doc);
    return code;
}

int cmd_class(struct cli *c)
{
    struct class_sheet s;
    json_t *lab = NULL;
    if (c->nargs && !(lab = cli_lab(c, c->args[0])))
        return APP_USAGE;
    enum app_exit code = app_need_db(&c->app);
    if (code == APP_OK && c->nargs < 2 && (c->opt.source || c->opt.diff || c->opt.submission))
        code = app_fail(&c->app, APP_USAGE, "Name the student, too: `ridge class LAB KEY --source`.");
    if (code == APP_OK && c->opt.late_days && c->nargs)
        code = app_fail(&c->app, APP_USAGE, "--late-days is of the whole term: give it without a lab.");
    if (code == APP_OK && c->opt.late_days) {
        code = cli_class_days(c);
        return code == APP_OK ? (int)APP_OK : cli_fail(c, code);
    }
    if (code == APP_OK && (c->opt.total ? c->nargs > 0 : c->opt.html || c->opt.out))
        code = app_fail(&c->app, APP_USAGE, "--total is of all labs: give it without a lab. --html and --out "
                        "are options of --total.");
    if (code == APP_OK && !lab && (c->opt.anonymous || c->opt.reveal))
        code = app_fail(&c->app, APP_USAGE, "Name the lab whose students stand without names.");
    if (code == APP_OK && (c->opt.log || c->opt.anonymous || c->opt.reveal)) {
        code = (enum app_exit)(c->opt.log ? print_log(c, lab) : change_names(c, lab));
        json_decref(lab);
        return code == APP_OK ? APP_OK : cli_fail(c, code);
    }
    if (code == APP_OK && c->nargs > 1)
        code = (enum app_exit)cli_class_student(c, lab, c->args[1]);
    else if (code == APP_OK)
        code = lab ? print_lab(c, lab) : class_sheet_load(&c->app, &s);
    json_decref(lab);
    if (code != APP_OK)
        return cli_fail(c, code);
    if (c->nargs)
        return APP_OK;
    code = show_sheet(c, &s);
    class_sheet_free(&s);
    return code == APP_OK ? (int)APP_OK : cli_fail(c, code);
}
