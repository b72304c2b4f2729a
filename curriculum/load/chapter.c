/* chapter.c: one deep dive, with what the workbook knows of it. */
#include "curriculum.h"
#include "evaluate.h"

#include <string.h>

json_t *curriculum_chapter(struct curriculum *cur, const char *id, const json_t *marks, bool handout)
{
    struct files f = {.root = cur->root, .shelves = cur->shelves, .nshelves = cur->nshelves};
    char deep[FILES_DEEP];
    id = files_deep_id(id, deep);
    if (strncmp(id, "deep/", 5) || !files_page_id(id) || !files_add_page(&f, id, "md") ||
        !files_add_page(&f, id, "lua")) {
        evaluate_error(cur, "There is no chapter '%s'.", id);
        files_finish(&f);
        return NULL;
    }
    files_add_tables(&f);
    return evaluate(cur, PAGES | LAB | TABLES, NULL, &f,
                    json_pack("{s:s,s:s,s:O?,s:b}", "op", "chapter", "id", id, "marks", (json_t *)(size_t)marks,
                              "handout", (int)handout),
                    false);
}
