/* net_login.h: passwords for ridge-net: one job's, found here, so that it need not see those of all hosts. */
#ifndef RUNNER_NET_LOGIN_H
#define RUNNER_NET_LOGIN_H

#include <jansson.h>

/* {"host", "user", "password"} that `text`, the contents of a .netrc, has for the address' host; NULL when it has
 * none, or when the address names a user itself. */
json_t *net_login(const char *text, const char *url);

/* The contents of ~/.netrc; NULL without one. You own the storage. */
char *net_login_file(void);

#endif
