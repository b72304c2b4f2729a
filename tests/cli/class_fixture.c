/*
 * class_fixture.c: a graded class in a workbook, without the hours that grading takes. For tests only.
 *     class_fixture FILE.db <CLASS.json
 * CLASS: {"lab","policy","students":[{"key","name","email","section","extra","origin","file","text","refused",
 *         "status","stage","points","max","report","received"}]}; without "file" nothing was handed in, without
 * "status" it waits.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/gradebook.h"

static struct db *db;

static void need(enum db_status s)
{
    if (s == DB_OK)
        return;
    fprintf(stderr, "%s\n", db_error(db));
    exit(1);
}

static const char *str(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static void grade(const json_t *s, const char *lab, int64_t submission)
{
    json_t *lease;
    int64_t id;
    need(db_grading_queue(db, submission, 1, 0, &id, NULL));
    if (!str(s, "status"))
        return;
    need(db_grading_lease(db, lab, "fixture", 60000, &lease));
    struct db_grading g = { .status = str(s, "status"),
                            .stage = str(s, "stage"),
                            .sandbox = "L1",
                            .duration_ms = 1500,
                            .points = json_number_value(json_object_get(s, "points")),
                            .max = json_number_value(json_object_get(s, "max")),
                            .report = json_object_get(s, "report") };
    need(db_grading_done(db, id, "fixture", &g));
    json_decref(lease);
}

static void add(const json_t *s, const char *lab)
{
    struct db_student who = { str(s, "key"), str(s, "name"), str(s, "email"), str(s, "section"),
                              json_object_get(s, "extra") };
    int64_t id, submission;
    need(db_student_put(db, &who, &id));
    if (!str(s, "file"))
        return;
    struct db_file f = { str(s, "file"), str(s, "text"), strlen(str(s, "text")) };
    struct db_submission b = { .student = id,
                               .lab = lab,
                               .received = json_is_integer(json_object_get(s, "received"))
                                               ? json_integer_value(json_object_get(s, "received"))
                                               : 1764630000000,
                               .origin = str(s, "origin"),
                               .refused = str(s, "refused"),
                               .file = &f,
                               .nfiles = 1 };
    need(db_submission_add(db, &b, &submission, NULL));
    if (!b.refused)
        grade(s, lab, submission);
}

int main(int argc, char **argv)
{
    struct err why = { "" };
    json_t *class = argc == 2 ? json_loadf(stdin, 0, NULL) : NULL;
    if (!class || db_open(argv[1], DB_CREATE, &db, &why) != DB_OK) {
        fprintf(stderr, "class_fixture: %s\n", class ? why.text : "usage");
        return 2;
    }
    db_set_clock(db, 1764630005000);
    if (json_object_get(class, "policy"))
        need(db_assignment_put(db, str(class, "lab"), json_object_get(class, "policy")));
    size_t k;
    const json_t *s;
    json_array_foreach(json_object_get(class, "students"), k, s)
        add(s, str(class, "lab"));
    db_close(db);
    json_decref(class);
    return 0;
}
