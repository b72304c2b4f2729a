/* fault.c: the fault that this process has met and that is not the submission's doing; a process does one job. */
#include "fault.h"
#include "util.h"

#include <stdarg.h>
#include <stdio.h>

static char text[800];
static int code;

void fault_note(int its_code, const char *fmt, ...)
{
    va_list ap;
    if (code)
        return;
    code = its_code;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    err_full_stop(text, sizeof text);
}

int fault_code(void)
{
    return code;
}

const char *fault_text(void)
{
    return text;
}
