/* doctor_row.c: one row of the checks. */
#include <stdarg.h>
#include <stdio.h>

#include "doctor.h"

void doctor_row(json_t *list, const char *check, int ok, const char *consequence, const char *fix, const char *format,
                ...)
{
    char state[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(state, sizeof state, format, ap);
    va_end(ap);
    json_t *row = json_pack("{s:s s:b s:s s:s s:s}", "check", check, "ok", ok, "state", state, "consequence",
                            ok ? "" : consequence, "fix", ok ? "" : fix);
    if (row)
        json_array_append_new(list, row);
}
