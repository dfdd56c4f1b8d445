import {
  Catch,
  Inject,
  Injectable,
  SetMetadata,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type CustomDecorator,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, tap, type Observable } from 'rxjs';
import { McpExecutionContext } from '../../../src/index.ts';
import { Events } from './events.ts';

/** Requires a role of the caller. */
export const Role = (role: string): CustomDecorator => SetMetadata('role', role);

/** Lets a caller through whose header names the role of the method. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const role = this.reflector.getAllAndOverride<string | undefined>('role', [
      context.getHandler(),
      context.getClass(),
    ]);
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string | undefined> }>();
    return role === undefined || headers['x-role'] === role;
  }
}

/** Writes down every call. */
@Injectable()
export class NoteInterceptor implements NestInterceptor {
  constructor(@Inject(Events) private readonly events: Events) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { kind, name, input } = McpExecutionContext.create(context);
    const place = `${context.getClass().name}.${context.getHandler().name}`;
    this.events.add(`before ${kind} ${name} ${JSON.stringify(input)} at ${place}`);
    return next.handle().pipe(tap(() => this.events.add(`after ${name}`)));
  }
}

/** Says everything louder. */
@Injectable()
export class LoudInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler<string>): Observable<string> {
    return next.handle().pipe(map((text) => text.toUpperCase()));
  }
}

export class SoldOut extends Error {}

/** Answers in place of a method whose dish is sold out. */
@Catch(SoldOut)
export class SoldOutFilter implements ExceptionFilter {
  catch(error: SoldOut, host: ArgumentsHost): string {
    return `sorry: ${error.message} (${McpExecutionContext.create(host).name})`;
  }
}
