// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A real application with everything that Boot configures by itself.
 *
 * @param context its beans
 */
record RunningApplication(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** No DataSource connects unless it is used, but Boot wants to know one. */
    private static final List<String> ALWAYS = List.of(
            "--spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none",
            "--spring.main.banner-mode=off",
            "--server.port=0",
            "--management.endpoints.web.exposure.include=*",
            "--management.endpoint.health.show-details=always",
            "--management.health.defaults.enabled=false",
            "--management.health.locks.enabled=true");

    /** The properties win over those that are always set. */
    static RunningApplication start(WebApplicationType type, Class<?> application, String... properties) {
        List<String> arguments = new ArrayList<>(ALWAYS);
        for (String each : properties) {
            String argument = "--" + each;
            arguments.removeIf(other -> name(other).equals(name(argument)));
            arguments.add(argument);
        }
        return new RunningApplication(
                new SpringApplicationBuilder(application).web(type).run(arguments.toArray(String[]::new)));
    }

    private static String name(String argument) {
        return argument.substring(0, argument.indexOf('='));
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return HTTP.send(request(path).DELETE().build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sends no body. */
    CompletableFuture<HttpResponse<String>> post(String path, Map<String, String> headers) {
        HttpRequest.Builder request = request(path).POST(HttpRequest.BodyPublishers.noBody());
        headers.forEach(request::header);
        return HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address() + path));
    }

    String address() {
        return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    @Override
    public void close() {
        context.close();
    }
}
