// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.fencing;

import dev.interlock.annotation.fencing.RequestGuard;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.http.MediaType;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Checks the token of each request to a guarded method on servlets, before the method is called. The check uses the
 * method and not the path, because a path has many spellings. Thread-safe.
 */
final class ServletGuard implements WebMvcConfigurer, HandlerInterceptor, SmartInitializingSingleton {

    private static final String ACCEPTED = ServletGuard.class.getName() + ".accepted";

    private final FencingProperties properties;
    private final RequestGuard guard;
    private final ListableBeanFactory beans;

    ServletGuard(FencingProperties properties, ListableBeanFactory beans) {
        this.properties = properties;
        this.guard = GuardedMethods.guard(properties);
        this.beans = beans;
    }

    /** Looks the mappings up, since they are made of configurers such as this. */
    @Override
    public void afterSingletonsInstantiated() {
        GuardedMethods.check(
                beans.getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
                        .flatMap(mapping -> mapping.getHandlerMethods().values().stream()),
                properties);
    }

    /** After those of the application, which may check who calls: only a caller's own tokens are remembered. */
    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).order(Ordered.LOWEST_PRECEDENCE);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new Claims());
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!(handler instanceof HandlerMethod method) || !GuardedMethods.contains(method)) {
            return true;
        }
        // The result of an asynchronous method comes through here again, when a newer token may have been seen.
        if (request.getAttribute(ACCEPTED) != null) {
            return true;
        }
        Optional<RequestGuard.Refusal> refusal = guard.check(request::getHeader);
        if (refusal.isEmpty()) {
            request.setAttribute(ACCEPTED, true);
            return true;
        }
        response.setStatus(refusal.get().status());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.getWriter().write(refusal.get().reason());
        return false;
    }

    private static final class Claims implements HandlerMethodArgumentResolver {

        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return ClaimParameter.is(parameter);
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            return ClaimParameter.value(request::getHeader);
        }
    }
}
