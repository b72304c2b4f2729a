/* What grade, regrade and adjust share: the class, locked; a run of its queue; tables of grades. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_class.h"
#include "cli_table.h"
#include "db/gradebook.h"
#include "grader/class/adjust.h"
#include "grader/class/total.h"
#include "grader/credit.h"
#include "grader/intake/intake.h"
#include "runner/base/js.h"
#include "runner/base/util.h"
#include "runner/box/box_level.h"
#include "tui/app/class_remark.h"
#include "tui/app/class_run.h"
#include "tui/app/class_seed.h"

void cli_class_phases(const struct cli *c, const json_t *policy, const char *ret[CLI_PHASES])
{
    static const char *const usual[] = { "correct", "sanitize", "perf", NULL };
    const char *last = c->opt.phase ? c->opt.phase : json_string_value(json_object_get(policy, "phase"));
    if (last)
        cli_phases_to(last, ret);
    else
        memcpy(ret, usual, sizeof usual);
}

int cli_class_partial(struct cli *c, const json_t *lab, const json_t *policy, const char **ret)
{
    const char *why = credit_refused(lab), *said = c->opt.partial;
    *ret = class_run_partial(lab, policy, said);
    if (!why || !strcmp(*ret, "none"))
        return 0;
    return app_fail(&c->app, APP_USAGE, "%s gives no partial credit. %s", js_text(lab, "id"), why);
}

static bool is_new(const json_t *policy, const char *key, const char *said)
{
    return said && strcmp(js_text(policy, key), said) != 0;
}

int cli_class_keep(struct cli *c, const char *lab, const json_t *policy)
{
    const char *phase = c->opt.phase, *partial = c->opt.partial;
    if (!is_new(policy, "phase", phase) && !is_new(policy, "partial", partial))
        return 0;
    json_t *now = json_copy((json_t *)(size_t)policy);
    if (phase)
        json_object_set_new(now, "phase", json_string(phase));
    if (partial)
        json_object_set_new(now, "partial", json_string(partial));
    int rc = (int)class_policy_put(&c->app, lab, now);
    json_decref(now);
    return rc;
}

void cli_print_credit(const json_t *lab, const json_t *policy)
{
    bool said = *js_text(policy, "partial");
    enum credit_rule rule = CREDIT_NONE;
    credit_parse(class_run_partial(lab, policy, NULL), &rule);
    if (said || rule != CREDIT_NONE)
        printf("\nPartial credit, as %s: %s.\n", said ? "--partial says" : "the lab has it", credit_says(rule));
}

static void time_left(double seconds, char to[24])
{
    if (seconds < 90)
        snprintf(to, 24, "%.0f s", seconds);
    else
        snprintf(to, 24, "%.0f min", seconds / 60);
}

static bool hides_names; /* of the class that is graded: only pseudonyms have a verdict */

/* On a terminal one line with a bar, else one line a verdict. */
static void on_progress(void *data, const char *name, const char *said, int finished, int all, double seconds)
{
    struct cli *c = data;
    static char last[128];
    char left[24] = "?", bar[21];
    if (finished)
        time_left(seconds / finished * (all - finished), left);
    if (name && hides_names)
        snprintf(last, sizeof last, "a student: graded");
    else if (name)
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
    const char *wish = c->app.level;
    int driver = app_drives_gpu(lab, c->opt.backend);
    return wish && *wish ? box_level_parse(wish) : !driver;
}

/* Elsewhere the worker looks for itself. */
static int strong_enough(struct cli *c, const json_t *lab)
{
    int least = least_level(c, lab);
    struct box_level box;
    struct err unmet;
    if (!is_here(c))
        return 0;
    if (box_unmet(&unmet))
        return app_fail(&c->app, APP_CONFIG, "Nothing was graded: %s.", unmet.text);
    box_level(!strcmp(app_backend(lab, c->opt.backend), "cuda"), &box);
    if (box.level >= least &&
        (box.level > 0 || strcmp(app_backend(lab, c->opt.backend), "auto") || c->app.level))
        return 0;
    least = least > 0 ? least : 1; /* of what runs on the emulator */
    return app_fail(&c->app, APP_CONFIG, "Nothing was graded: the sandbox here is L%d, and L%d is demanded: %s. "
                    "A lower --level grades, on your own word.", box.level, least, box.why);
}

int cli_class_run(struct cli *c, const json_t *lab, const char *const *phases, const char *partial,
                  const json_t *recount)
{
    int rc = strong_enough(c, lab);
    if (rc)
        return rc;
    char level[8];
    snprintf(level, sizeof level, "L%d", least_level(c, lab));
    struct class_run_options o = { .phases = phases,
                                   .partial = partial,
                                   .recount = recount,
                                   .jobs = c->opt.jobs,
                                   .where = c->opt.executor,
                                   .spool = c->opt.spool,
                                   .level = level,
                                   .backend = c->opt.backend,
                                   .interrupted = &cli_interrupted,
                                   .progress = on_progress,
                                   .data = c };
    hides_names = class_is_anonymous(&c->app, js_text(lab, "id"));
    rc = (int)class_run(&c->app, lab, &o);
    if (isatty(STDERR_FILENO) && !c->app.json)
        fprintf(stderr, "\r\033[K");
    if (rc == APP_INTERRUPTED)
        app_fail(&c->app, APP_INTERRUPTED, "Interrupted; what is graded is kept. The same command goes on.%s",
                 c->opt.executor && !strcmp(c->opt.executor, "slurm") ? " Slurm works on with what it has." : "");
    return rc;
}

char *cli_student_key(struct cli *c, const char *label, int *code)
{
    json_t *students = NULL;
    char *key = NULL;
    size_t at = 0;
    *code = db_students(c->app.db, &students) == DB_OK ? 0
            : (int)app_fail_db(&c->app);
    if (*code)
        return NULL;
    int rc = js_row(students, "key", label) ? -1 : intake_student(students, label, &at);
    if (rc == -2)
        *code = app_fail(&c->app, APP_USAGE, "\"%s\" fits more than one student; `ridge roster` lists the keys.",
                         label);
    else
        key = util_path("%s", rc ? label : js_text(json_array_get(students, at), "key"));
    json_decref(students);
    return key;
}

int cli_only(struct cli *c)
{
    const struct cli_words said = c->opt.only;
    int code = 0;
    c->opt.only = (struct cli_words){ .n = 0 };
    for (int k = 0; k < said.n && !code; k++) {
        char *key = cli_student_key(c, said.words[k], &code);
        if (!key || (c->opt.only.n && cli_is_meant(c, key)))
            free(key);
        else
            c->opt.only.words[c->opt.only.n++] = key;
    }
    return code;
}

void cli_only_free(struct cli *c)
{
    for (int k = 0; k < c->opt.only.n; k++)
        free((char *)(size_t)c->opt.only.words[k]);
    c->opt.only = (struct cli_words){ .n = 0 };
}

bool cli_is_meant(const struct cli *c, const char *key)
{
    for (int k = 0; k < c->opt.only.n; k++)
        if (!strcmp(c->opt.only.words[k], key))
            return true;
    return !c->opt.only.n;
}

json_t *cli_class_open(struct cli *c, int *lock, int *code)
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
        *code = app_fail(&c->app, APP_USAGE, "Lab %s has no program to run, so there is nothing to grade.",
                         js_text(lab, "id"));
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

void cli_print_changes(const struct cli *c, const json_t *list)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .least = 16 }, { .rank = 0 },
                                                       { .right = true }, { .rank = 0 }, { .rank = 0 },
                                                       { .right = true } };
    struct cli_table *t = cli_table_new(columns, sizeof columns / sizeof *columns, 0);
    size_t k;
    const json_t *d;
    json_array_foreach(list, k, d) {
        cli_table_cell(t, NULL, js_text(d, "key"));
        cli_table_cell(t, NULL, js_text(d, "name"));
        cli_table_cell(t, NULL, js_text(d, "old_status"));
        cli_table_number(t, d, "old_grade");
        cli_table_cell(t, "dim", "->");
        cli_table_cell(t, NULL, js_text(d, "new_status"));
        cli_table_number(t, d, "new_grade");
    }
    cli_table_print(c, t);
}

void cli_print_pairs(const struct cli *c, const json_t *list, const char *about, const char *said)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .under = true } };
    struct cli_table *t = cli_table_new(columns, 2, 2);
    size_t k;
    const json_t *row;
    json_array_foreach(list, k, row) {
        cli_table_cellf(t, NULL, "%s:", js_text(row, about));
        cli_table_cell(t, NULL, js_text(row, said));
    }
    cli_table_print(c, t);
}

bool cli_in_section(const struct cli *c, const char *entry)
{
    for (int k = 0; k < c->opt.section.n; k++)
        if (total_in_section(entry, c->opt.section.words[k]))
            return true;
    return !c->opt.section.n;
}

int cli_keep_sections(struct cli *c, json_t *rows)
{
    struct text there = { .cap = 400 };
    const char *last = "";
    size_t all = json_array_size(rows);
    for (size_t k = all; k-- > 0;) {
        const char *entry = js_text(json_array_get(rows, k), "section");
        if (*entry && strcmp(entry, last))
            text_addf(&there, "%s%s", there.len ? ", " : "", entry);
        last = entry;
    }
    for (size_t k = all; k-- > 0;)
        if (!cli_in_section(c, js_text(json_array_get(rows, k), "section")))
            json_array_remove(rows, k);
    int code = !all || json_array_size(rows) ? 0
               : (int)app_fail(&c->app, APP_USAGE, "No student is in section %s; the roster has: %s.",
                               c->opt.section.words[0], there.len ? text_str(&there) : "no sections");
    text_finish(&there);
    return code;
}

json_t *cli_adjusted(const json_t *rows)
{
    json_t *list = json_array(), *a;
    size_t k;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        a = json_object_get(r, "adjust");
        if (json_is_object(a))
            json_array_append_new(list, json_pack("{s:s s:O}", "key", js_text(r, "key"), "adjust", a));
    }
    return list;
}

void cli_adjustment(const json_t *row, struct text *said)
{
    const json_t *was = json_object_get(json_object_get(row, "adjust"), "measured"),
                 *grade = json_object_get(was, "grade");
    adjust_sentences(row, said);
    if (adjust_decides(row))
        text_addf(said, "; measured: %s", js_text(was, "status"));
    if (adjust_decides(row) && json_is_number(grade))
        text_addf(said, " %g", json_number_value(grade));
}

void cli_print_adjusted(const struct cli *c, const json_t *rows)
{
    static const struct cli_table_column columns[] = { { .least = 12 }, { .under = true } };
    struct cli_table *t = cli_table_new(columns, 2, 2);
    size_t k, n = 0;
    const json_t *r;
    json_array_foreach(rows, k, r) {
        struct text said = { 0 };
        if (!json_is_object(json_object_get(r, "adjust")))
            continue;
        if (!n++)
            printf("\nAdjusted by hand:\n");
        cli_adjustment(r, &said);
        cli_table_cell(t, NULL, js_text(r, "key"));
        cli_table_cell(t, NULL, text_str(&said));
        text_finish(&said);
    }
    cli_table_print(c, t);
}

void cli_print_seed(struct cli *c, const char *lab)
{
    json_t *seeds = class_seeds(&c->app, lab);
    const json_t *last = json_array_get(seeds, json_array_size(seeds) - 1);
    if (last)
        printf("\nThe inputs of visible cases were %s for the whole class: `ridge test %s --seed %lld` has the same "
               "ones. No student should know the number before the last hand-in.\n",
               json_is_true(json_object_get(last, "given")) ? "given by --seed" : "drawn", lab,
               (long long)json_integer_value(json_object_get(last, "seed")));
    json_decref(seeds);
}

int cli_take_back(struct cli *c, const json_t *lab, const char *schema)
{
    int code = (int)class_remark_undo(&c->app, js_text(lab, "id"), c->opt.remove, c->opt.reason);
    if (!code && c->app.json)
        cli_json(json_pack("{s:s s:O s:I}", "schema", schema, "lab", json_object_get(lab, "id"), "removed",
                           (json_int_t)c->opt.remove));
    else if (!code)
        printf("Number %lld of %s no longer holds.\n", c->opt.remove, js_text(lab, "id"));
    return code;
}
