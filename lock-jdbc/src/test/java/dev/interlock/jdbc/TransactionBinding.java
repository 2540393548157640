// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.SqlDataSources.pooled;
import static dev.interlock.jdbc.SqlDataSources.xa;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.testbed.server.SqlServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** The ways in which frameworks bind a connection to the transaction of a thread. */
enum TransactionBinding {
    /** An XA branch that was started on the connection, whose driver goes on to report autocommit. */
    XA_BRANCH {
        @Override
        Bound over(SqlServer server) {
            HikariDataSource pool = pooled(server);
            return new Bound() {
                @Override
                public DataSource source() {
                    return ThreadBoundDataSource.over(pool);
                }

                @Override
                public void rolledBack(Body body) throws Exception {
                    XAConnection physical = xa(server).getXAConnection();
                    XAResource resource = physical.getXAResource();
                    Xid xid = new Branch(IDS.incrementAndGet());
                    try (Connection connection = physical.getConnection()) {
                        resource.start(xid, XAResource.TMNOFLAGS);
                        ThreadBoundDataSource.bound(connection, body);
                    } finally {
                        resource.end(xid, XAResource.TMSUCCESS);
                        resource.rollback(xid);
                        physical.close();
                    }
                }

                @Override
                public void close() {
                    pool.close();
                }
            };
        }
    },

    /** Atomikos enlists a connection by the transaction of the thread that uses it, whichever thread borrowed it. */
    ATOMIKOS {
        @Override
        Bound over(SqlServer server) {
            AtomikosDataSourceBean source = new AtomikosDataSourceBean();
            source.setUniqueResourceName("interlock-" + IDS.incrementAndGet());
            source.setXaDataSource(xa(server));
            source.setPoolSize(4);
            UserTransactionManager transactions = new UserTransactionManager();
            return new Bound() {
                @Override
                public DataSource source() {
                    return source;
                }

                @Override
                public void rolledBack(Body body) throws Exception {
                    transactions.begin();
                    try (Connection connection = source.getConnection()) {
                        body.run(connection);
                    } finally {
                        transactions.rollback();
                    }
                }

                @Override
                public void close() {
                    source.close();
                }
            };
        }
    },

    /** Spring finds the connection of the thread's transaction when the one that it handed out is first used. */
    SPRING {
        @Override
        Bound over(SqlServer server) {
            HikariDataSource pool = pooled(server);
            TransactionAwareDataSourceProxy source = new TransactionAwareDataSourceProxy(pool);
            TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
            return new Bound() {
                @Override
                public DataSource source() {
                    return source;
                }

                @Override
                public void rolledBack(Body body) {
                    transactions.executeWithoutResult(status -> {
                        status.setRollbackOnly();
                        try (Connection connection = source.getConnection()) {
                            body.run(connection);
                        } catch (RuntimeException e) {
                            throw e;
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    });
                }

                @Override
                public void close() {
                    pool.close();
                }
            };
        }
    };

    private static final AtomicInteger IDS = new AtomicInteger();

    abstract Bound over(SqlServer server);

    /** What a transaction does, with the connection that it has. */
    @FunctionalInterface
    interface Body {
        void run(Connection connection) throws Exception;
    }

    /** A DataSource and its transactions. */
    interface Bound extends AutoCloseable {

        DataSource source();

        /** Runs something in a transaction of this thread, and rolls it back. */
        void rolledBack(Body body) throws Exception;

        @Override
        void close();
    }

    private record Branch(int number) implements Xid {

        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ("interlock-" + number).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }
}
