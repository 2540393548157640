// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.store;

import javax.sql.DataSource;

/** The proxies of Spring JDBC that bind connections to transactions, if it is on the class path. */
interface TransactionProxies {

    /** None. */
    TransactionProxies NONE = source -> source;

    /** Returns the DataSource behind such proxies. */
    DataSource behind(DataSource source);
}
