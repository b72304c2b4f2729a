/* test_db_sitting.c: sittings with a closed book: begun, answered once each, ended once. */
#include <criterion/criterion.h>
#include <string.h>

#include "workbook.h"

#define IS(want, call) cr_assert_eq((call), (want), "%s", db_error(db))
#define OK(call) IS(DB_OK, call)

static int64_t int_at(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(db_sitting, .init = enter, .fini = book_leave, .timeout = 60);

static struct db *opened(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert(db, "%s", book_why());
    return db;
}

static int64_t begun(struct db *db)
{
    json_t *asked = json_pack("[{s:s}, {s:s}]", "question", "a", "question", "b");
    int64_t id;

    OK(db_sitting_begin(db, "deep/d07", asked, 45, 7, &id));
    json_decref(asked);
    return id;
}

Test(db_sitting, is_open_until_it_ends)
{
    struct db *db = opened();
    json_t *got;
    int64_t id, answer;

    IS(DB_NOTFOUND, db_sitting_open(db, &got));
    db_set_clock(db, 1000);
    id = begun(db);
    OK(db_answer_put(db, "deep/d07", 0, "a", NULL, "4", "PASS", &answer));
    OK(db_sitting_answer(db, id, 0, answer, 30));
    OK(db_sitting_answer(db, id, 1, 0, 20));
    OK(db_sitting_open(db, &got));
    cr_assert(int_at(got, "id") == id && int_at(got, "minutes") == 45 && int_at(got, "seed") == 7);
    cr_assert(int_at(got, "when") == 1000 && json_is_null(json_object_get(got, "how")));
    cr_assert_eq(json_array_size(json_object_get(got, "questions")), 2);
    json_t *first = json_array_get(json_object_get(got, "answers"), 0),
           *second = json_array_get(json_object_get(got, "answers"), 1);
    cr_assert(int_at(first, "answer") == answer && int_at(first, "ms") == 30);
    cr_assert_str_eq(json_string_value(json_object_get(first, "status")), "PASS");
    cr_assert(json_is_null(json_object_get(second, "answer")) && int_at(second, "ms") == 20);
    json_decref(got);
    OK(db_sitting_end(db, id, "done", 1, 2, true, true));
    IS(DB_NOTFOUND, db_sitting_open(db, &got));
    OK(db_sitting_get(db, id, &got));
    cr_assert(json_is_true(json_object_get(got, "open_book")) && json_is_true(json_object_get(got, "passed")));
    cr_assert(int_at(got, "solved") == 1 && int_at(got, "of") == 2);
    json_decref(got);
    db_close(db);
}

Test(db_sitting, tries_and_ends_once)
{
    struct db *db = opened();
    json_t *got;
    int64_t id = begun(db);

    OK(db_sitting_answer(db, id, 0, 0, 1));
    IS(DB_ERROR, db_sitting_answer(db, id, 0, 0, 1));
    IS(DB_ERROR, db_sitting_answer(db, id, 1, 99, 1)); /* there is no such answer */
    IS(DB_ERROR, db_sitting_answer(db, 99, 0, 0, 1));
    IS(DB_ERROR, db_sitting_end(db, id, "bored", 0, 2, false, false));
    OK(db_sitting_end(db, id, "time", 0, 2, false, false));
    IS(DB_ERROR, db_sitting_end(db, id, "done", 2, 2, false, true));
    IS(DB_NOTFOUND, db_sitting_get(db, 99, &got));
    begun(db);
    OK(db_sittings(db, 10, &got));
    cr_assert_eq(json_array_size(got), 2);
    cr_assert_eq(int_at(json_array_get(got, 1), "id"), id); /* the newest is first */
    json_decref(got);
    cr_assert_neq(sqlite3_exec(db->sql, "DELETE FROM sitting_end", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_neq(sqlite3_exec(db->sql, "UPDATE sitting SET minutes = 99", NULL, NULL, NULL), SQLITE_OK);
    db_close(db);
}
