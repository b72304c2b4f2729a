/* class_days.c: ridge class --late-days: a budget over the term, with what it changes before it does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_class.h"
#include "db/db.h"
#include "tui/app/class_sheet.h"
#include "tui/app/class_term.h"

enum { DAYS_MOST = 1000 };

static int parse_days(const char *text, int *ret)
{
    char *end;
    long n = strtol(text, &end, 10);
    bool none = !strcmp(text, "none");
    if (!none && (end == text || *end || n < 1 || n > DAYS_MOST))
        return -1;
    *ret = none ? 0 : (int)n;
    return 0;
}

/* The grades in which two sheets of the same class differ: as of class_changes(), the lab in place of the name. */
static json_t *differences(const struct class_sheet *was, const struct class_sheet *is)
{
    json_t *list = json_array();
    size_t students = was->nstudents < is->nstudents ? was->nstudents : is->nstudents;
    for (size_t k = 0; k < students && was->nlabs == is->nlabs; k++)
        for (size_t q = 0; q < was->nlabs; q++) {
            const struct class_cell *x = class_sheet_cell(was, k, q), *y = class_sheet_cell(is, k, q);
            if (x->grade != y->grade)
                json_array_append_new(list, json_pack("{s:s s:s s:s s:s s:f s:f}", "key", was->student[k].key, "name",
                                                      was->lab[q], "old_status", x->status, "new_status", y->status,
                                                      "old_grade", x->grade, "new_grade", y->grade));
        }
    return list;
}

/* What the class would be with so many days: the change is made, looked at, and kept or taken back as one. */
static enum app_exit try_days(struct cli *c, int days, bool keep, json_t **ret_changes)
{
    struct class_sheet was = { 0 }, is = { 0 };
    enum app_exit code = class_sheet_load(&c->app, &was);
    if (code != APP_OK)
        return code;
    if (db_begin(c->app.db) != DB_OK)
        code = app_fail_db(&c->app);
    bool begun = code == APP_OK;
    code = begun ? class_term_put(&c->app, days) : code;
    code = code == APP_OK ? class_sheet_load(&c->app, &is) : code;
    if (code == APP_OK)
        *ret_changes = differences(&was, &is);
    if (code == APP_OK && keep && db_commit(c->app.db) != DB_OK)
        code = app_fail_db(&c->app);
    if (begun && (code != APP_OK || !keep))
        db_rollback(c->app.db);
    class_sheet_free(&is);
    class_sheet_free(&was);
    return code;
}

enum app_exit cli_class_days(struct cli *c)
{
    int days = 0;
    json_t *changes = NULL;
    char question[160];
    if (parse_days(c->opt.late_days, &days))
        return app_fail(&c->app, APP_USAGE, "--late-days takes how many days each student has over the term, from 1 "
                                            "to %d, "
                        "or none; not \"%s\"", DAYS_MOST, c->opt.late_days);
    enum app_exit code = try_days(c, days, false, &changes);
    if (code != APP_OK)
        return code;
    size_t n = json_array_size(changes);
    if (!c->app.json)
        cli_print_changes(c, changes);
    snprintf(question, sizeof question, "This budget changes %zu grade%s that the class has. Change %s?", n, cli_s(n),
             n == 1 ? "it" : "them");
    if (n && !cli_confirmed(c, question))
        code = app_fail(&c->app, APP_USAGE, "Nothing was changed: this budget changes %zu grade%s that the class "
                                            "has. The "
                        "same command with --yes changes %s.", n, cli_s(n), n == 1 ? "it" : "them");
    json_decref(changes);
    changes = NULL;
    code = code == APP_OK ? try_days(c, days, true, &changes) : code;
    if (code == APP_OK && c->app.json)
        cli_json(json_pack("{s:s s:i s:O}", "schema", "ridge.late-days/1", "late_days", days, "changes", changes));
    else if (code == APP_OK && days)
        printf("Each student has %d late day%s over the term, taken by themselves in the order of the labs' due "
               "times.\n",
               days, cli_s((size_t)days));
    else if (code == APP_OK)
        printf("No late day is free.\n");
    json_decref(changes);
    return code;
}
