// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a database. Immutable; the password is never printed.
 *
 * @param product which database
 * @param host its host
 * @param port its port
 * @param rest what follows the port in the URL: a slash, the database, and the driver's parameters
 * @param user the user to connect as; empty if the URL contains it
 * @param password may be empty
 */
record SqlAddress(SqlProduct product, String host, int port, String rest, String user, String password) {

    private static final int CONNECT_SECONDS = 2;
    private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

    /**
     * Reads a URL such as {@code jdbc:mysql://host:3306/database?parameters}.
     *
     * @throws IllegalArgumentException if it is not a URL of this product with one host
     */
    static SqlAddress parse(SqlProduct product, String url, String user, String password) {
        if (!url.startsWith(product.urlPrefix())) {
            throw new IllegalArgumentException("its URL does not start with " + product.urlPrefix());
        }
        URI uri = URI.create("sql://" + url.substring(product.urlPrefix().length()));
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("its URL does not name one host");
        }
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        int port = uri.getPort() < 0 ? product.defaultPort() : uri.getPort();
        return new SqlAddress(product, uri.getHost(), port, uri.getRawPath() + query, user, password);
    }

    static boolean hasDriver(SqlProduct product) {
        String url = product.urlPrefix() + "localhost/";
        return DriverManager.drivers().anyMatch(driver -> {
            try {
                return driver.acceptsURL(url);
            } catch (SQLException e) {
                return false;
            }
        });
    }

    SqlAddress at(String otherHost, int otherPort) {
        return new SqlAddress(product, otherHost, otherPort, rest, user, password);
    }

    String url() {
        return product.urlPrefix() + host + ":" + port + rest;
    }

    /** Opens a connection that gives up when the server does not answer for this long. */
    Connection connect(int answerSeconds) throws SQLException {
        int perSecond = product == SqlProduct.POSTGRES ? 1 : 1_000;
        Properties properties = new Properties();
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS * perSecond));
        properties.setProperty("socketTimeout", Integer.toString(answerSeconds * perSecond));
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
            properties.setProperty("password", password);
        }
        return DriverManager.getConnection(url(), properties);
    }

    /**
     * Sends one statement over a new connection.
     *
     * @return one line for each row, with a tab between columns and {@code (null)} for a null; empty without rows
     */
    String answer(String sql, int answerSeconds) throws SQLException {
        try (Connection connection = connect(answerSeconds);
                Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? text(statement.getResultSet()) : "";
        }
    }

    private static String text(ResultSet rows) throws SQLException {
        StringJoiner lines = new StringJoiner("\n");
        while (rows.next()) {
            StringJoiner line = new StringJoiner("\t");
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                String value = rows.getString(column);
                line.add(value == null ? "(null)" : value);
            }
            lines.add(line.toString());
        }
        return lines.toString();
    }

    /**
     * The version number as the server reports it. Drivers and programs each add other text to it.
     *
     * @throws IllegalStateException if it is another product
     */
    String version(int answerSeconds) throws SQLException {
        try (Connection connection = connect(answerSeconds)) {
            String name = connection.getMetaData().getDatabaseProductName();
            String words = connection.getMetaData().getDatabaseProductVersion();
            if (!name.equals(product.productName())) {
                throw new IllegalStateException(this + " is " + name + " " + words);
            }
            Matcher version = VERSION.matcher(words);
            if (!version.find()) {
                throw new IllegalStateException("no version in: " + words);
            }
            return version.group();
        }
    }

    @Override
    public String toString() {
        return product.productName() + " on " + host + ":" + port;
    }
}
