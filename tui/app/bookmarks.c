/* bookmarks.c: bookmarks as one list in the workbook's state. */
#include "bookmarks.h"

#include <string.h>

#include "runner/base/js.h"

enum { MAX_BOOKMARKS = 200 };

static const char key[] = "bookmarks";

json_t *bookmarks_read(struct app *a)
{
    json_t *list = NULL;
    if (a->db && db_state_get(a->db, key, &list) == DB_OK && json_is_array(list))
        return list;
    json_decref(list);
    return json_array();
}

int bookmarks_toggle(struct app *a, const char *page, const char *title, const char *heading, double at)
{
    json_t *list = bookmarks_read(a);
    size_t n = json_array_size(list);
    for (size_t k = n; k-- > 0;) {
        const json_t *b = json_array_get(list, k);
        if (!strcmp(js_text(b, "page"), page) && !strcmp(js_text(b, "heading"), heading))
            json_array_remove(list, k);
    }
    int set = json_array_size(list) == n;
    if (set)
        json_array_insert_new(list, 0, json_pack("{s:s s:s s:s s:f}", "page", page, "title", title, "heading", heading,
                                                 "at", at));
    while (json_array_size(list) > MAX_BOOKMARKS)
        json_array_remove(list, MAX_BOOKMARKS);
    int bad = !a->db || db_state_put(a->db, key, list) != DB_OK;
    json_decref(list);
    return bad ? -1 : set;
}
