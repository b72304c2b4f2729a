/* test_db_rubric.c: a text's rubric, ticked item by item by several people. */
#include <criterion/criterion.h>
#include <string.h>

#include "workbook.h"

#define IS(want, call) cr_assert_eq((call), (want), "%s", db_error(db))
#define OK(call) IS(DB_OK, call)

static int64_t int_at(const json_t *o, const char *key)
{
    return json_integer_value(json_object_get(o, key));
}

static const char *text_at(const json_t *o, const char *key)
{
    return json_string_value(json_object_get(o, key));
}

static struct db *opened(void)
{
    struct db *db = book_open(DB_CREATE);

    cr_assert(db, "%s", book_why());
    return db;
}

static void enter(void)
{
    cr_assert(book_enter());
}

TestSuite(db_rubric, .init = enter, .fini = book_leave, .timeout = 60);

/* {"self": "101", …}: of each item of the latest answer whether it is there, by whom. */
static json_t *ticked(struct db *db)
{
    json_t *row, *ret = json_object(), *t;
    size_t k;

    OK(db_answer_latest(db, "w02", "why", &row));
    json_array_foreach(json_object_get(row, "ticks"), k, t) {
        const char *who = text_at(t, "who"), *had = json_string_value(json_object_get(ret, who));
        char all[16];

        cr_assert_eq(int_at(t, "item"), had ? (int)strlen(had) + 1 : 1);
        snprintf(all, sizeof all, "%s%d", had ? had : "", json_is_true(json_object_get(t, "ticked")));
        json_object_set_new(ret, who, json_string(all));
    }
    json_decref(row);
    return ret;
}

static void has_ticks(struct db *db, const char *self, const char *class)
{
    json_t *got = ticked(db), *want = json_pack("{s:s*, s:s*}", "self", self, "class", class);

    cr_assert(json_equal(got, want));
    json_decref(got);
    json_decref(want);
}

Test(db_rubric, a_text_is_ticked_item_by_item_and_the_latest_word_holds)
{
    struct db *db = opened();
    json_t *some = json_pack("[i,i]", 3, 1), *two = json_pack("[i]", 2);
    int64_t id;

    IS(DB_ERROR, db_rubric_put(db, 1, "self", some, 3)); /* there is no such answer */
    OK(db_answer_put(db, "w02", 0, "why", NULL, "because", "PENDING", &id));
    has_ticks(db, NULL, NULL);
    IS(DB_ERROR, db_rubric_put(db, id, "machine", some, 3));
    has_ticks(db, NULL, NULL);
    db_set_clock(db, 1000);
    OK(db_rubric_put(db, id, "self", some, 3));
    has_ticks(db, "101", NULL);
    OK(db_rubric_put(db, id, "class", two, 3));
    OK(db_rubric_put(db, id, "self", two, 3)); /* within the same millisecond */
    has_ticks(db, "010", "010");
    OK(db_rubric_put(db, id, "self", NULL, 3));
    has_ticks(db, "000", "010");
    cr_assert_eq(book_number(db->sql, "SELECT count(*) FROM rubric_tick"), 12); /* what was said stays */
    cr_assert_neq(sqlite3_exec(db->sql, "UPDATE rubric_tick SET ticked = 1", NULL, NULL, NULL), SQLITE_OK);
    cr_assert_neq(sqlite3_exec(db->sql, "DELETE FROM rubric_tick", NULL, NULL, NULL), SQLITE_OK);
    OK(db_answer_put(db, "w02", 0, "why", NULL, "since", "PENDING", NULL)); /* another text is ticked anew */
    has_ticks(db, NULL, NULL);
    json_decref(some);
    json_decref(two);
    db_close(db);
}
