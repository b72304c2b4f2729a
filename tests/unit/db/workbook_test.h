/* workbook_test.h: workbook.h, and what tests of the workbook assert with. */
#ifndef RIDGE_TEST_WORKBOOK_TEST_H
#define RIDGE_TEST_WORKBOOK_TEST_H

#include "workbook.h"

#include <criterion/criterion.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

/* Both use the `db` in scope. */
#define OK(call) IS(DB_OK, call)
#define IS(want, call)                                                                             \
    do {                                                                                           \
        enum db_status got_ = (call);                                                              \
        cr_assert_eq(got_, want, "%s is %s: %s", #call, db_status_name(got_), db_error(db));       \
    } while (0)

#endif
