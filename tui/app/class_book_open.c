/*
 * class_book_open.c: a lab's book as it is shown: with the late days that the term has left for this lab, and without
 * names where the lab is graded anonymously.
 */
#include "class_book.h"
#include "class_term.h"

#include "db/gradebook.h"

enum app_exit class_book_open(struct app *a, const char *lab, struct class_book *ret)
{
    json_t *students = NULL, *submissions = NULL, *all = NULL, *left = NULL;
    enum app_exit code = APP_OK;
    int days = 0;
    if (db_students(a->db, &students) != DB_OK || db_submissions(a->db, lab, &submissions) != DB_OK)
        code = app_fail_db(a);
    code = code == APP_OK ? class_term_days(a, &days) : code;
    if (code == APP_OK && days && db_submissions(a->db, NULL, &all) != DB_OK)
        code = app_fail_db(a);
    code = code == APP_OK && days ? class_term_left(a, students, all, &left) : code;
    code = code == APP_OK ? class_book_make(a, lab, students, submissions, json_object_get(left, lab), ret) : code;
    if (code == APP_OK && (code = class_book_hide(a, ret)) != APP_OK)
        class_book_close(ret);
    json_decref(left);
    json_decref(all);
    json_decref(students);
    json_decref(submissions);
    return code;
}
