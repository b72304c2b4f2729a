/* The order of names in a class. */
#include <criterion/criterion.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tui/app/collate.h"

static int compare(const void *a, const void *b)
{
    return collate_names(*(const char *const *)a, *(const char *const *)b);
}

static void sort_in(const char *locale)
{
    static const char *const wanted[] = {
        "", "Adams", "Álvarez", "de la Cruz", "Díaz", "Ebert", "José", "Łukasiewicz", "Lund",
        "Şahin", "Smith", "smith", "Zimmer", "Жук", "王小明",
    };
    enum { N = sizeof wanted / sizeof *wanted };
    const char *names[N];
    cr_assert(setlocale(LC_ALL, locale));
    for (size_t k = 0; k < N; k++)
        names[k] = wanted[N - 1 - k];
    qsort(names, N, sizeof *names, compare);
    for (size_t k = 0; k < N; k++)
        cr_assert_str_eq(names[k], wanted[k], "%s: place %zu has %s, not %s", locale, k, names[k], wanted[k]);
}

Test(collate, letters_count_before_case_and_accents)
{
    sort_in("C.UTF-8");
}

Test(collate, names_that_differ_are_never_alike)
{
    setlocale(LC_ALL, "C.UTF-8");
    cr_assert_neq(collate_names("Pérez", "Pérez"), 0, "one with a combining mark, one without");
    cr_assert_eq(collate_names("Pérez", "Pérez"), 0);
    cr_assert_lt(collate_names("Perez", "Pérezo"), 0);
}
