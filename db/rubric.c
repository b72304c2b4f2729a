/*
 * rubric.c: what a text has of its rubric, ticked item by item. Who ticks decides; nothing here passes or fails.
 */
#include "internal.h"

static const char storing[] = "store the ticks";

static bool holds(const json_t *has, int item)
{
    for (size_t k = 0; k < json_array_size(has); k++)
        if (json_integer_value(json_array_get(has, k)) == item)
            return true;
    return false;
}

/* The clock may stand still between two words on one item: the later one is then a millisecond later. */
static enum db_status put_item(struct db *db, int64_t answer, const char *who, int item, bool ticked)
{
    return db_run(db, storing,
                  "INSERT INTO rubric_tick (answer, who, item, at, ticked) VALUES (?1, ?2, ?3, max(?4, ifnull("
                  "(SELECT max(at) + 1 FROM rubric_tick WHERE answer = ?1 AND who = ?2 AND item = ?3), ?4)), ?5)",
                  DB_ARGS(db_i(answer), db_t(who), db_i(item), db_i(db_now(db)), db_i(ticked)));
}

enum db_status db_rubric_put(struct db *db, int64_t answer, const char *who, const json_t *has, int items)
{
    enum db_status status = db_write_begin(db, storing);

    if (status != DB_OK)
        return status;
    for (int item = 1; item <= items && status == DB_OK; item++)
        status = put_item(db, answer, who, item, holds(has, item));
    return db_write_end(db, storing, status);
}
